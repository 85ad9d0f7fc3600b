-- name: literal_bits(label_id)
-- For each value of a feature and each slice, which of its instances have it.
--
-- `value_codes` is generated from the layout of the features (cfsql/method/packing.py).
--
-- reads:  slots
-- writes: literal_bits
-- grain:  one row per (feature_id, value_code, slice_id)
with cells as (
    select
        slice_id,
        slot,
        weight,
        label_id = $label_id as is_like,
        unnest(value_codes(code)) as value_code,
        generate_subscripts(value_codes(code), 1) as feature_id
    from slots
)

select
    feature_id,
    value_code,
    slice_id,
    is_like,
    weight,
    bit_or(cast(1 as bigint) << slot) as members
from cells
group by feature_id, value_code, slice_id, is_like, weight
