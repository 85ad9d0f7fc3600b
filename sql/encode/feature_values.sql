-- name: feature_values
-- How many values each feature has, and how often two rows agree on it.
--
-- reads:  dictionary
-- grain:  one row per feature_id
with value_shares as (
    select
        feature_id,
        n_rows / sum(n_rows) over (partition by feature_id) as value_share
    from dictionary
)

select
    feature_id,
    count(*) as n_values,
    sum(value_share * value_share) as agreement
from value_shares
group by feature_id
order by feature_id
