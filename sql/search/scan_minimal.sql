-- name: scan_minimal(batch)
-- The minimal counterfactuals of each target: all at its nearest distance.
--
-- reads:  targets, nearest, population
-- writes: minimal
-- grain:  one row per (from_id, to_id)
with near_targets as (
    select
        targets.instance_id,
        targets.label_id,
        targets.code,
        nearest.distance
    from targets
    inner join nearest
        on targets.instance_id = nearest.from_id
    where targets.batch = $batch
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
