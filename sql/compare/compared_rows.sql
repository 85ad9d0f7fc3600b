-- name: compared_rows(rows)
-- The rows to compare, whether they have a label or not.
--
-- reads:  source_rows
-- writes: wanted_rows
-- grain:  one row per row_id
select row_id
from source_rows
where list_contains($rows, cast(row_id as varchar))
