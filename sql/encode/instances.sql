-- name: instances
-- Rows with the same features and the same label are one instance.
--
-- Its smallest row id stands for it. It is contradicted when another instance
-- has the same features, and so another label.
--
-- reads:  coded_rows
-- writes: instances
-- grain:  one row per (code, label_id)
select
    row_number() over (order by min(row_id)) as instance_id,
    min(row_id) as row_id,
    label_id,
    count(*) as n_rows,
    count(*) over (partition by code) > 1 as is_contradicted,
    code
from coded_rows
group by code, label_id
