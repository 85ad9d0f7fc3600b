-- name: no_next_bits
-- An empty `next_bits`, to be filled chunk by chunk.
--
-- reads:  chunk_bits
-- writes: next_bits
-- grain:  one row per (rule_id, slice_id)
select
    rule_id,
    slice_id,
    is_like,
    weight,
    members
from chunk_bits
where false
