-- name: stored_rankings
-- The rankings that this database holds, and of which table each is.
--
-- reads:  rankings
-- grain:  one row per result_name
select
    result_name,
    table_name,
    rank_by,
    count_by,
    n_rows,
    ranked_at
from rankings
order by result_name
