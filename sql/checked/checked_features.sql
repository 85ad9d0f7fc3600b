-- name: checked_features
-- A bit string for each feature, in which it is the only one set.
--
-- reads:  features
-- writes: checked_features
-- grain:  one row per feature_id
with sizes as (
    select max(feature_id) as n_features
    from features
)

select
    features.feature_id,
    features.feature,
    set_bit(
        cast(repeat('0', sizes.n_features) as bit),
        cast(features.feature_id - 1 as integer),
        1
    ) as own_bit
from features
cross join sizes
