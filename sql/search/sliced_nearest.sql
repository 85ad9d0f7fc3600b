-- name: sliced_nearest(label_id, distance, furthest)
-- How far the nearest counterfactuals of each target are, slice by slice.
--
-- What is nearer than the distance was searched before; at 0 are contradictions,
-- no counterfactuals.
--
-- reads:  spread_seekers, slices, open_targets
-- writes: nearest
-- grain:  one row per (from_id, distance)
with counted as (
    select
        seeker_id,
        n_by_distance(used, digits) as n_instances
    from sliced_pairs()
    where label_id <> $label_id
    group by seeker_id
),

distances as (
    select
        seeker_id as from_id,
        list_filter(
            generate_series($distance, $furthest),
            lambda each: n_instances[each + 1] > 0
        ) as found
    from counted
)

select
    distances.from_id,
    cast(
        unnest(list_slice(distances.found, 1, open_targets.n_wanted)) as integer
    ) as distance
from distances
inner join open_targets
    on distances.from_id = open_targets.instance_id
