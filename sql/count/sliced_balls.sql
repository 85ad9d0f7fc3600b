-- name: sliced_balls
-- The rows around each centre by distance and label, slice by slice.
--
-- `rows_by_distance` is generated for the radius (cfsql/slices.py).
--
-- reads:  spread_seekers, slices
-- writes: ball_parts
-- grain:  one row per (centre_id, distance, label_id) with rows in it
with counted as (
    select
        seeker_id,
        label_id,
        rows_by_distance(used, digits, weight) as n_rows
    from sliced_pairs()
    group by seeker_id, label_id
),

by_distance as (
    select
        seeker_id as centre_id,
        generate_subscripts(n_rows, 1) - 1 as distance,
        label_id,
        unnest(n_rows) as n_rows
    from counted
)

select
    centre_id,
    cast(distance as integer) as distance,
    label_id,
    cast(n_rows as bigint) as n_rows
from by_distance
where n_rows > 0
