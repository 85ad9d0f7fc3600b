-- name: listed_rows(rows)
-- Of the matching rows, those whose ids are listed.
--
-- Ids are compared as text: a number on the command line is text too.
--
-- reads:  matching_rows
-- writes: matching_rows
-- grain:  one row per row_id
select row_id
from matching_rows
where list_contains($rows, cast(row_id as varchar))
