-- On Spark: constrain.

-- stage: instances
-- Instances that are alike in what a user's condition looks at, too.
--
-- On Spark: a row number over everything would have a single task number all
-- instances. In order, and with gaps, each task can number its own.
--
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

in_order as (
    select
        row_id,
        label_id,
        sum(own_rows) over (partition by code, label_id) as n_rows,
        min(label_id) over (partition by code)
        < max(label_id) over (partition by code) as is_contradicted,
        code,
        own_rows,
        case_values
    from parts
    order by row_id
),

numbered as (
    select
        monotonically_increasing_id() + 1 as instance_id,
        row_id,
        label_id,
        n_rows,
        is_contradicted,
        code,
        own_rows,
        case_values
    from in_order
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
from numbered;
