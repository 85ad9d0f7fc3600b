-- name: sliced_balls
-- The rows around each centre by distance and label, slice by slice.
--
-- `n_by_distance` is generated for the radius (cfsql/method/plans/sliced.py).
--
-- reads:  spread_seekers, slices
-- writes: ball_parts
-- grain:  one row per (centre_id, distance, label_id) with rows in it
with counted as (
    select
        seeker_id,
        label_id,
        weight,
        n_by_distance(used, digits) as n_instances
    from sliced_pairs()
    group by seeker_id, label_id, weight
),

by_distance as (
    select
        seeker_id as centre_id,
        generate_subscripts(n_instances, 1) - 1 as distance,
        label_id,
        weight,
        unnest(n_instances) as n_instances
    from counted
)

select
    centre_id,
    cast(distance as integer) as distance,
    label_id,
    cast(sum(weight * n_instances) as bigint) as n_rows
from by_distance
where n_instances > 0
group by centre_id, distance, label_id
