-- name: features(fields)
-- The features and the place of each in the packed words.
--
-- The layout is computed in cfsql/method/packing.py, from feature_values.
--
-- writes: features
-- grain:  one row per feature_id
with fields as (
    select unnest($fields) as field
)

select
    cast(field.feature_id as bigint) as feature_id,
    cast(field.feature as varchar) as feature,
    cast(field.n_values as bigint) as n_values,
    cast(field.word as integer) as word,
    cast(field.shift as integer) as shift,
    cast(field.n_bits as integer) as n_bits
from fields
