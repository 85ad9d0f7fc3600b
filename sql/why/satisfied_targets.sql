-- name: satisfied_targets(per_row)
-- The targets with open sets and explanations enough: larger ones are not asked for.
--
-- reads:  open_sets, factual_sets
-- writes: unfinished_targets
-- grain:  one row per target_id
select distinct open_sets.target_id
from open_sets
where open_sets.target_id in (
    select factual_sets.target_id
    from factual_sets
    group by factual_sets.target_id
    having count(*) >= $per_row
)
