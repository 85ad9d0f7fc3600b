-- name: factual_sizes
-- How many rows have a smallest explanation of which size.
--
-- reads:  factual_summary
-- grain:  one row per smallest_size
select
    smallest_size,
    count(*) as n_rows
from factual_summary
where smallest_size is not null
group by smallest_size
order by smallest_size
