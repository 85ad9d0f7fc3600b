-- name: cases
-- Which instance each row of S is.
--
-- reads:  coded_rows, instances
-- writes: cases
-- grain:  one row per row_id of S
select
    coded_rows.row_id,
    instances.instance_id
from coded_rows
inner join instances
    on
        coded_rows.code = instances.code
        and coded_rows.label_id = instances.label_id
