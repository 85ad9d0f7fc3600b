-- name: matching_values(text, feature, n_shown)
-- The values that are a text, begin with it or contain it, in this order.
--
-- A feature of NULL is any feature. Upper and lower case are alike.
--
-- reads:  dictionary, features
-- grain:  one row per (feature, value_text)
select
    features.feature,
    dictionary.value_text,
    dictionary.n_rows
from dictionary
inner join features
    on dictionary.feature_id = features.feature_id
where
    lower(features.feature) = lower(coalesce($feature, features.feature))
    and contains(lower(dictionary.value_text), lower($text))
order by
    lower(dictionary.value_text) = lower($text) desc,
    starts_with(lower(dictionary.value_text), lower($text)) desc,
    dictionary.n_rows desc,
    features.feature_id asc,
    dictionary.value_text asc
limit $n_shown
