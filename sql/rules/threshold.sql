-- name: threshold(n_wanted)
-- The coverage that a rule must have to be among the wanted ones: that of the last
-- of these, or 1 while there are fewer.
--
-- reads:  found_rules
-- grain:  one row
with best_rules as (
    select coverage
    from found_rules
    order by coverage desc
    limit $n_wanted
)

select case when count(*) < $n_wanted then 1 else min(coverage) end as threshold
from best_rules
