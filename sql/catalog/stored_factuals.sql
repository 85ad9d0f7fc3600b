-- name: stored_factuals
-- The factual explanations that this database holds, and how they were made.
--
-- reads:  factuals
-- grain:  one row per result_name
select
    result_name,
    table_name,
    precision,
    count_by,
    n_rows,
    explained_at
from factuals
order by result_name
