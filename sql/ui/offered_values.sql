-- name: offered_values(n_shown)
-- The values of each feature that a form offers, the most frequent first.
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
where dictionary.value_text is not null
qualify
    row_number() over (
        partition by dictionary.feature_id
        order by dictionary.n_rows desc, dictionary.value_text asc
    ) <= $n_shown
order by
    features.feature_id asc,
    dictionary.n_rows desc,
    dictionary.value_text asc
