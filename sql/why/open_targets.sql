-- name: open_targets
-- The targets with open sets, of which larger explanations may come.
--
-- reads:  open_sets
-- writes: unfinished_targets
-- grain:  one row per target_id
select distinct target_id
from open_sets
