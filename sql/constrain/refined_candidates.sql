-- name: refined_candidates(target_id, min_support)
-- The same, with what a condition over both rows looks at.
--
-- reads:  population, instances
-- writes: candidates
-- grain:  one row per instance
select
    population.instance_id,
    population.label_id,
    population.code,
    population.weight,
    instances.case_values
from population
inner join instances
    on population.instance_id = instances.instance_id
where
    population.label_id = coalesce($target_id, population.label_id)
    and instances.n_rows >= $min_support
