-- name: asked_rows
-- The rows to answer: all that match.
--
-- reads:  cases, matching_rows
-- writes: asked_rows
-- grain:  one row per row_id
select
    cases.row_id,
    cases.instance_id
from cases
inner join matching_rows
    on cases.row_id = matching_rows.row_id
