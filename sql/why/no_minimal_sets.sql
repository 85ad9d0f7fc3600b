-- name: no_minimal_sets
-- An empty `minimal_sets`, to be filled size by size.
--
-- reads:  compared_sets
-- writes: minimal_sets
-- grain:  one row per (target_id, disagreement)
select
    target_id,
    disagreement
from compared_sets
where false
