-- name: no_factual_sets
-- An empty `factual_sets`, to be filled as they are found.
--
-- reads:  open_sets
-- writes: factual_sets
-- grain:  one row per (target_id, chosen)
select
    target_id,
    chosen,
    cast(null as bigint) as coverage,
    cast(null as double) as precision
from open_sets
where false
