-- name: feature_bits
-- The bit that stands for each feature in a set of features.
--
-- On Spark: there a set of many features is a list, which no aggregate joins; and
-- nothing there goes through a set in order.
--
-- reads:  features
-- writes: feature_bits
-- grain:  one row per feature_id
select
    feature_id,
    feature,
    feature_bit(feature_id) as own_bit
from features
