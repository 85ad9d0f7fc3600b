-- name: later_targets(distance)
-- The sampled targets that are not answered before a distance.
--
-- reads:  targets, minimal
-- writes: open_targets
-- grain:  one row per sampled target
with earlier as (
    select from_id
    from minimal
    where distance < $distance
)

select
    targets.instance_id,
    targets.label_id,
    targets.code,
    targets.case_values,
    1 as n_wanted,
    0 as batch
from targets
where targets.instance_id not in (select earlier.from_id from earlier)
