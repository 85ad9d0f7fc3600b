-- name: explained_targets(targets_per_batch)
-- The instances to explain, in batches that are worked on together.
--
-- reads:  targets
-- writes: explained_targets
-- grain:  one row per target
select
    instance_id as target_id,
    label_id,
    code,
    (row_number() over (order by instance_id) - 1) // $targets_per_batch
        as batch
from targets
