-- name: explain(table_name, wanted_row)
-- The ranked counterfactuals of one row, best first.
--
--     from cfsql.explain('adult', 42)
--
-- A table that is not ranked has no _ranked, and DuckDB says so before anything here
-- could say more: query() takes a constant and no subquery, so a macro cannot look
-- into the catalog first.
--
-- reads:  the table named by table_name, with _ranked behind it
-- grain:  one row per counterfactual_id
select
    row_id,
    label,
    counterfactual_id,
    counterfactual_label,
    distance,
    changes,
    explanation,
    rank,
    is_optimal,
    power,
    ball_size,
    typicality,
    capacity,
    universality,
    dag_count,
    support
from query(concat('from "', replace(table_name, '"', '""'), '_ranked"'))
where row_id = wanted_row
order by rank, counterfactual_id
