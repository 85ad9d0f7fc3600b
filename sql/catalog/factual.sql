-- name: factual(result_name, table_name, precision, count_by, n_rows)
-- Stored factual explanations, to be remembered in cfsql.factuals.
--
-- grain:  one row
select
    cast($result_name as varchar) as result_name,
    cast($table_name as varchar) as table_name,
    cast($precision as double) as precision,
    cast($count_by as varchar) as count_by,
    cast($n_rows as bigint) as n_rows,
    current_localtimestamp() as explained_at
