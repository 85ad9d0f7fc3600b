-- name: scan_nearest(batch)
-- How far the nearest counterfactual of each target is, over every pair.
--
-- A pair at distance 0 is a contradiction: nothing can be changed, so it is no
-- counterfactual. A target without any is not in the result.
--
-- reads:  open_targets, population
-- writes: nearest
-- grain:  one row per target that has a counterfactual
select
    open_targets.instance_id as from_id,
    min(nullif(hamming(open_targets.code, population.code), 0)) as distance
from open_targets
inner join population
    on open_targets.label_id <> population.label_id
where open_targets.batch = $batch
group by open_targets.instance_id
having min(nullif(hamming(open_targets.code, population.code), 0)) is not null
