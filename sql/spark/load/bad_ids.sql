-- name: bad_ids
-- The values of the id column that cannot be ids: NULL, and what comes twice.
--
-- On Spark: the column is renamed before, where DuckDB takes its name as data.
--
-- reads:  source_rows
-- grain:  one row per offending value
select
    row_id,
    count(*) as n_rows
from source_rows
group by row_id
having row_id is null or count(*) > 1
order by row_id nulls first
limit 1
