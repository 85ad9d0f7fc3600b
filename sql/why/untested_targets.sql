-- name: untested_targets
-- The targets with open sets that there was no time to test.
--
-- reads:  open_sets, tested_sets
-- writes: unfinished_targets
-- grain:  one row per target_id
select distinct open_sets.target_id
from open_sets
where not exists (
    select 1
    from tested_sets
    where
        open_sets.target_id = tested_sets.target_id
        and open_sets.chosen = tested_sets.chosen
)
