-- name: no_found_pairs
-- No pair found yet: the shape that the joins of one level fill.
--
-- reads:  minimal
-- writes: found_pairs
-- grain:  one row per (from_id, to_id) and choice that finds it
select
    from_id,
    to_id,
    distance
from minimal
where false
