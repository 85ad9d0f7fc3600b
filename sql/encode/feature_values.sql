-- name: feature_values
-- How many values each feature has.
--
-- reads:  dictionary
-- grain:  one row per feature_id
select
    feature_id,
    count(*) as n_values
from dictionary
group by feature_id
order by feature_id
