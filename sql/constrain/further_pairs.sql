-- name: further_pairs
-- The pairs that were found for one target label, with those of the others.
--
-- reads:  minimal
-- writes: all_minimal
-- grain:  one row per (from_id, to_id)
select
    from_id,
    to_id,
    distance
from minimal
