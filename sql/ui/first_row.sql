-- name: first_row
-- The row that is shown when none is asked for.
--
-- reads:  cases
-- grain:  one row
select min(row_id) as first_row
from cases
