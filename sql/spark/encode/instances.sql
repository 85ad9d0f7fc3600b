-- name: instances
-- Rows with the same features and the same label are one instance.
--
-- On Spark: a row number over everything would have a single task number all
-- instances. In order, and with gaps, each task can number its own.
--
-- reads:  coded_rows
-- writes: instances
-- grain:  one row per (code, label_id)
with grouped as (
    select
        min(row_id) as row_id,
        label_id,
        count(*) as n_rows,
        count(*) over (partition by code) > 1 as is_contradicted,
        code
    from coded_rows
    group by code, label_id
),

in_order as (
    select
        row_id,
        label_id,
        n_rows,
        is_contradicted,
        code
    from grouped
    order by row_id
)

select
    monotonically_increasing_id() + 1 as instance_id,
    row_id,
    label_id,
    n_rows,
    is_contradicted,
    code
from in_order
