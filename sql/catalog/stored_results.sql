-- name: stored_results
-- The results of one kind that this database holds, and of which table each is.
--
-- reads:  register
-- grain:  one row per result_name
select
    result_name,
    table_name
from register
order by result_name
