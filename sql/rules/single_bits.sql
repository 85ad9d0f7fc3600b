-- name: single_bits
-- For each rule of one literal and each slice, the instances that contain it.
--
-- reads:  literal_bits, literals
-- writes: chunk_bits
-- grain:  one row per (rule_id, slice_id)
select
    literals.literal_id as rule_id,
    literal_bits.slice_id,
    literal_bits.is_like,
    literal_bits.weight,
    literal_bits.members
from literal_bits
inner join literals
    on
        literal_bits.feature_id = literals.feature_id
        and literal_bits.value_code = literals.value_code
