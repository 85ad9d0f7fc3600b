-- name: neighbours
-- The rows before and after the one that is asked about, of those with a label.
--
-- reads:  cases, asked_rows
-- grain:  one row
select
    max(cases.row_id) filter (where cases.row_id < asked_rows.row_id)
        as previous_row,
    min(cases.row_id) filter (where cases.row_id > asked_rows.row_id)
        as next_row
from cases
cross join asked_rows
