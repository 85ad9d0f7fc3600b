-- name: twins
-- How many pairs of rows are equal in everything, protected columns included, and how
-- many of these have different labels.
--
-- What other differences are to be held against: labels that differ without any
-- reason in the table.
--
-- reads:  audited_cases
-- grain:  one row
with equal_rows as (
    select
        sum(n_rows) as n_rows,
        sum(n_rows * n_rows) as n_like_pairs
    from audited_cases
    group by group_id, protected_values
)

select
    cast(coalesce(sum(n_rows * (n_rows - 1)) // 2, 0) as bigint) as n_twins,
    cast(coalesce(sum(n_rows * n_rows - n_like_pairs) // 2, 0) as bigint)
        as n_unlike_twins
from equal_rows
