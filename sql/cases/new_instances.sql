-- name: new_instances
-- The new cases as instances: with their labels, where they have any.
--
-- A label that is not given is -1: every class is another one. A case is
-- contradicted when a row with the same features has another label.
--
-- reads:  coded_cases, case_labels, labels, instances
-- writes: new_instances
-- grain:  one row per row_id
with labelled as (
    select
        coded_cases.row_id,
        coded_cases.instance_id,
        coded_cases.code,
        case_labels.label,
        coalesce(labels.label_id, -1) as label_id
    from coded_cases
    inner join case_labels
        on coded_cases.row_id = case_labels.row_id
    left join labels
        on case_labels.label = labels.label
),

equal_rows as (
    select distinct labelled.row_id
    from labelled
    inner join instances
        on
            labelled.code = instances.code
            and labelled.label_id <> instances.label_id
    where labelled.label is not null
)

select
    labelled.row_id,
    labelled.instance_id,
    labelled.label,
    labelled.label_id,
    labelled.code,
    equal_rows.row_id is not null as is_contradicted
from labelled
left join equal_rows
    on labelled.row_id = equal_rows.row_id
