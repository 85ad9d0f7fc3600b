-- name: one_row_id(row)
-- A row by its id, with a label or without.
--
-- reads:  source_rows
-- writes: wanted_rows
-- grain:  one row, or none
select row_id
from source_rows
where cast(row_id as varchar) = $row
