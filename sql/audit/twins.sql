-- name: twins
-- Among the rows that can be compared, how many pairs are equal in everything, the
-- protected columns included, and how many of these have different labels.
--
-- What unequal pairs are to be held against: labels that differ without any reason
-- in the table.
--
-- reads:  matched_cases
-- grain:  one row
with equal_rows as (
    select
        sum(n_rows) as n_rows,
        sum(n_rows * n_rows) as n_like_pairs
    from matched_cases
    where n_matches > 0
    group by group_id, protected_values
)

select
    cast(coalesce(sum(n_rows * (n_rows - 1)) // 2, 0) as bigint) as n_twins,
    cast(coalesce(sum(n_rows * n_rows - n_like_pairs) // 2, 0) as bigint)
        as n_unlike_twins
from equal_rows
