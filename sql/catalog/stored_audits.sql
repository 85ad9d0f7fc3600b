-- name: stored_audits
-- The audits that this database holds, and how they were made.
--
-- reads:  audits
-- grain:  one row per result_name
select
    result_name,
    table_name,
    protected_columns,
    n_rows,
    n_twins,
    n_unlike_twins,
    audited_at
from audits
order by result_name
