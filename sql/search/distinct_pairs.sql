-- name: distinct_pairs
-- The pairs that the joins of one level found, each once.
--
-- The join itself could tell which choice a pair belongs to, as it does for
-- hyperballs; but here the pairs that are left are few, and this is cheaper.
--
-- reads:  found_pairs
-- writes: minimal
-- grain:  one row per (from_id, to_id)
select distinct
    from_id,
    to_id,
    distance
from found_pairs
