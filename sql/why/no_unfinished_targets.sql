-- name: no_unfinished_targets
-- An empty `unfinished_targets`, to be filled as searches are given up.
--
-- reads:  explained_targets
-- writes: unfinished_targets
-- grain:  one row per target_id, or several
select target_id
from explained_targets
where false
