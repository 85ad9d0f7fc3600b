-- name: targets
-- The instances that are asked about.
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
    cast(null as integer) as case_values
from asked_instances
inner join population
    on asked_instances.instance_id = population.instance_id
