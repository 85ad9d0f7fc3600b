-- name: candidates(target_id, min_support)
-- The instances that may be counterfactuals, whatever they are asked for.
--
-- reads:  population, instances
-- writes: candidates
-- grain:  one row per instance
select
    population.instance_id,
    population.label_id,
    population.code,
    population.weight,
    cast(null as integer) as case_values
from population
inner join instances
    on population.instance_id = instances.instance_id
where
    population.label_id = coalesce($target_id, population.label_id)
    and instances.n_rows >= $min_support
