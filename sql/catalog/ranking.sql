-- name: ranking(result_name, table_name, rank_by, count_by, n_rows)
-- A stored ranking, to be remembered in cfsql.rankings.
--
-- grain:  one row
select
    cast($result_name as varchar) as result_name,
    cast($table_name as varchar) as table_name,
    cast($rank_by as varchar) as rank_by,
    cast($count_by as varchar) as count_by,
    cast($n_rows as bigint) as n_rows,
    current_localtimestamp() as ranked_at
