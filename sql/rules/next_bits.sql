-- name: next_bits
-- The instances of the rules of a chunk that are gone on with.
--
-- reads:  chunk_bits, next_rules
-- writes: next_bits
-- grain:  one row per (rule_id, slice_id)
select
    rule_id,
    slice_id,
    is_like,
    weight,
    members
from chunk_bits
where rule_id in (
    select next_rules.rule_id
    from next_rules
)
