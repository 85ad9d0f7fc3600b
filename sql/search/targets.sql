-- name: targets(batch_size)
-- The instances that are asked about, in batches that a plan runs one by one.
--
-- reads:  asked_rows, population
-- writes: targets
-- grain:  one row per instance that is asked about
with asked_instances as (
    select distinct instance_id
    from asked_rows
)

select
    population.instance_id,
    population.label_id,
    population.code,
    (row_number() over (order by population.instance_id) - 1)
    // $batch_size as batch
from asked_instances
inner join population
    on asked_instances.instance_id = population.instance_id
