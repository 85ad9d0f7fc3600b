-- name: unlike_sizes
-- In how many features cases with another label differ from a target.
--
-- reads:  compared_sets
-- grain:  one row per size
select distinct cast(bit_count(disagreement) as integer) as size
from compared_sets
where n_unlike > 0
order by size
