-- name: scan_nearest(batch)
-- How far the nearest counterfactual of each target is, over every pair.
--
-- A pair at distance 0 is a contradiction: nothing can be changed, so it is no
-- counterfactual. A target without any is not in the result.
--
-- reads:  targets, population
-- writes: nearest
-- grain:  one row per target that has a counterfactual
select
    targets.instance_id as from_id,
    min(nullif(hamming(targets.code, population.code), 0)) as distance
from targets
inner join population
    on targets.label_id <> population.label_id
where targets.batch = $batch
group by targets.instance_id
having min(nullif(hamming(targets.code, population.code), 0)) is not null
