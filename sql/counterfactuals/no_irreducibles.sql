-- name: no_irreducibles
-- An empty `irreducibles`, to be filled distance by distance.
--
-- reads:  unlike_instances
-- writes: irreducibles
-- grain:  one row per instance_id
select
    instance_id,
    code,
    disagreement
from unlike_instances
where false
