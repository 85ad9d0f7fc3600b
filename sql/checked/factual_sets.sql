-- name: factual_sets
-- The features of each factual explanation, as the same bits.
--
-- reads:  factual, checked_features
-- writes: factual_sets
-- grain:  one row per (row_id, features)
with members as (
    select
        row_id,
        features,
        coverage,
        unnest(features) as feature
    from factual
)

select
    members.row_id,
    members.features,
    members.coverage,
    bit_or(checked_features.own_bit) as fixed
from members
inner join checked_features
    on members.feature = checked_features.feature
group by members.row_id, members.features, members.coverage
