-- name: roots(batch)
-- Where the search begins: every target with no feature chosen and none ruled out.
--
-- reads:  explained_targets
-- writes: open_sets
-- grain:  one row per target
select
    target_id,
    disagreement(code, code) as chosen,
    disagreement(code, code) as excluded
from explained_targets
where batch = $batch
