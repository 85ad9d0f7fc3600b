-- name: scan_nearest(distance, furthest, batch)
-- How far the nearest counterfactuals of each target are, over every pair.
--
-- What is nearer than the distance was searched before. Nearest of all are
-- contradictions, at 0: nothing can be changed, so they are no counterfactuals. A
-- target without any is not in the result.
--
-- reads:  open_targets, candidates
-- writes: nearest
-- grain:  one row per (from_id, distance)
with found as (
    select
        open_targets.instance_id as from_id,
        open_targets.n_wanted,
        hamming(open_targets.code, candidates.code) as distance
    from open_targets
    inner join candidates
        on
            frozen_agree(open_targets.code, candidates.code)
            and open_targets.label_id <> candidates.label_id
            and required(open_targets.case_values, candidates.case_values)
    where open_targets.batch = $batch
),

distances as (
    select
        from_id,
        n_wanted,
        distance
    from found
    where distance between $distance and $furthest
    group by from_id, n_wanted, distance
)

select
    from_id,
    distance
from distances
qualify
    row_number() over (partition by from_id order by distance) <= n_wanted
