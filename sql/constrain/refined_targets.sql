-- name: refined_targets
-- The targets, with what a condition over both rows looks at.
--
-- reads:  asked_rows, instances
-- writes: targets
-- grain:  one row per instance that is asked about
with asked_instances as (
    select distinct instance_id
    from asked_rows
)

select
    instances.instance_id,
    instances.label_id,
    instances.code,
    instances.case_values
from asked_instances
inner join instances
    on asked_instances.instance_id = instances.instance_id
