-- name: audit(result_name, table_name, protected, n_rows, n_twins, n_unlike_twins)
-- A stored audit, to be remembered in cfsql.audits.
--
-- grain:  one row
select
    cast($result_name as varchar) as result_name,
    cast($table_name as varchar) as table_name,
    cast($protected as varchar[]) as protected_columns,
    cast($n_rows as bigint) as n_rows,
    cast($n_twins as bigint) as n_twins,
    cast($n_unlike_twins as bigint) as n_unlike_twins,
    current_localtimestamp() as audited_at
