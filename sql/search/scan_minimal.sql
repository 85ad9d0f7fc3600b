-- name: scan_minimal(batch)
-- The counterfactuals of each target at its nearest distances.
--
-- reads:  open_targets, nearest, candidates
-- writes: minimal
-- grain:  one row per (from_id, to_id)
with near_targets as (
    select
        open_targets.instance_id,
        open_targets.label_id,
        open_targets.code,
        open_targets.case_values,
        nearest.distance
    from open_targets
    inner join nearest
        on open_targets.instance_id = nearest.from_id
    where open_targets.batch = $batch
)

select
    near_targets.instance_id as from_id,
    candidates.instance_id as to_id,
    near_targets.distance
from near_targets
inner join candidates
    on
        frozen_agree(near_targets.code, candidates.code)
        and near_targets.label_id <> candidates.label_id
        and hamming(near_targets.code, candidates.code) = near_targets.distance
        and required(near_targets.case_values, candidates.case_values)
