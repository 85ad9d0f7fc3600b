-- name: shown_instances
-- The instances that the results name: those asked about and their answers.
--
-- reads:  instances, labels, asked_rows, minimal
-- writes: shown_instances
-- grain:  one row per instance_id
with named_instances as (
    select instance_id
    from asked_rows
    union
    select to_id as instance_id
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
