-- name: one_row(row)
-- The row to answer, if it is in the table and has a label.
--
-- Its id is compared as text: in an address it is text too.
--
-- reads:  cases
-- writes: asked_rows
-- grain:  one row, or none
select
    row_id,
    instance_id
from cases
where cast(row_id as varchar) = $row
