-- name: unsatisfied_sets
-- The open sets of the targets that still need explanations.
--
-- reads:  open_sets, unfinished_targets
-- writes: open_sets
-- grain:  one row per (target_id, chosen)
select
    target_id,
    chosen,
    excluded
from open_sets
where target_id not in (
    select unfinished_targets.target_id
    from unfinished_targets
)
