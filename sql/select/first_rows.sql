-- name: first_rows(limit)
-- The rows to answer: of the matching ones, the first few.
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
order by cases.row_id
limit $limit
