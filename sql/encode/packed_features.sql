-- name: packed_features
-- The stored layout of a table, in column order.
--
-- reads:  features
-- grain:  one row per feature_id
select
    feature_id,
    feature,
    n_values,
    word,
    shift,
    n_bits
from features
order by feature_id
