-- name: refined_new_targets
-- The same, with what a condition over both rows looks at.
--
-- reads:  new_instances, new_values
-- writes: targets
-- grain:  one row per instance_id
select
    new_instances.instance_id,
    new_instances.label_id,
    new_instances.code,
    new_values.case_values
from new_instances
inner join new_values
    on new_instances.row_id = new_values.row_id
