-- name: every_row
-- All rows that have a label.
--
-- reads:  cases
-- writes: matching_rows
-- grain:  one row per row_id
select row_id
from cases
