-- name: row_counts
-- How many rows of S there are, how many repeat, and how many contradict.
--
-- reads:  instances
-- grain:  one row
select
    cast(coalesce(sum(n_rows), 0) as bigint) as n_labelled,
    count(*) as n_distinct,
    cast(coalesce(sum(n_rows) - count(*), 0) as bigint) as n_duplicates,
    cast(
        coalesce(sum(n_rows) filter (where is_contradicted), 0) as bigint
    ) as n_contradicted,
    count(distinct code) filter (where is_contradicted) as n_contradictions
from instances
