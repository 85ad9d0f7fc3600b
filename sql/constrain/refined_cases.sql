-- name: refined_cases
-- Which refined instance each row of S is.
--
-- reads:  coded_rows, row_values, instances
-- writes: refined_cases
-- grain:  one row per row_id of S
select
    coded_rows.row_id,
    instances.instance_id
from coded_rows
inner join row_values
    on coded_rows.row_id = row_values.row_id
inner join instances
    on
        coded_rows.code = instances.code
        and coded_rows.label_id = instances.label_id
        and row_values.case_values is not distinct from instances.case_values
