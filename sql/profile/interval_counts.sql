-- name: interval_counts
-- The intervals of each feature that has some, and the rows of S in each.
--
-- Those around all that the table holds are left out: no row is in them.
--
-- reads:  bins, features, dictionary
-- grain:  one row per (feature, place)
select
    bins.feature,
    bins.interval_text,
    coalesce(dictionary.n_rows, 0) as n_rows
from bins
inner join features
    on bins.feature = features.feature
left join dictionary
    on
        features.feature_id = dictionary.feature_id
        and bins.interval_text = dictionary.value_text
where bins.place > 0 and not ends_with(bins.low_key, '!')
order by features.feature_id, bins.place
