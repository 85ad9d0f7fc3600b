-- name: scan_minimal(batch)
-- The minimal counterfactuals of each target: all at its nearest distance.
--
-- reads:  open_targets, nearest, population
-- writes: minimal
-- grain:  one row per (from_id, to_id)
with near_targets as (
    select
        open_targets.instance_id,
        open_targets.label_id,
        open_targets.code,
        nearest.distance
    from open_targets
    inner join nearest
        on open_targets.instance_id = nearest.from_id
    where open_targets.batch = $batch
)

select
    near_targets.instance_id as from_id,
    population.instance_id as to_id,
    near_targets.distance
from near_targets
inner join population
    on
        near_targets.label_id <> population.label_id
        and hamming(near_targets.code, population.code) = near_targets.distance
