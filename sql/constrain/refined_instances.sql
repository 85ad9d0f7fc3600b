-- name: refined_instances
-- Instances that are alike in what a user's condition looks at, too.
--
-- An instance may look at columns that are no features, and so fall into several,
-- its parts. `n_rows` stays that of the whole, and `case_id` says which it is: the
-- part with the smallest row id.
--
-- reads:  coded_rows, row_values
-- writes: refined_instances
-- grain:  one row per (code, label_id, case_values)
with parts as (
    select
        min(coded_rows.row_id) as row_id,
        coded_rows.label_id,
        count(*) as own_rows,
        coded_rows.code,
        row_values.case_values
    from coded_rows
    inner join row_values
        on coded_rows.row_id = row_values.row_id
    group by coded_rows.code, coded_rows.label_id, row_values.case_values
),

numbered as (
    select
        row_number() over (order by row_id) as instance_id,
        row_id,
        label_id,
        cast(
            sum(own_rows) over (partition by code, label_id) as bigint
        ) as n_rows,
        min(label_id) over (partition by code)
        < max(label_id) over (partition by code) as is_contradicted,
        code,
        own_rows,
        case_values
    from parts
)

select
    instance_id,
    row_id,
    label_id,
    n_rows,
    is_contradicted,
    code,
    own_rows,
    min(instance_id) over (partition by code, label_id) as case_id,
    case_values
from numbered
