-- name: answers
-- The instances that new cases are answered by.
--
-- reads:  instances, labels, minimal
-- writes: shown_instances
-- grain:  one row per instance_id
with named_instances as (
    select distinct to_id as instance_id
    from minimal
)

select
    instances.instance_id,
    instances.row_id,
    instances.n_rows,
    instances.is_contradicted,
    labels.label
from instances
inner join named_instances
    on instances.instance_id = named_instances.instance_id
inner join labels
    on instances.label_id = labels.label_id
