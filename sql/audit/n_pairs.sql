-- name: n_pairs
-- How many pairs of cases differ in what is protected alone, and in their label.
--
-- reads:  matched_cases
-- grain:  one row
select cast(coalesce(sum(n_unequal), 0) // 2 as bigint) as n_pairs
from matched_cases
