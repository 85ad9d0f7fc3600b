-- name: sliced_nearest(label_id)
-- How far the nearest counterfactual of each target is, slice by slice.
--
-- The first distance is 0: a pair there is a contradiction, no counterfactual.
--
-- reads:  spread_seekers, slices
-- writes: nearest
-- grain:  one row per target that has a counterfactual
with counted as (
    select
        seeker_id,
        n_by_distance(used, digits) as n_instances
    from sliced_pairs()
    where label_id <> $label_id
    group by seeker_id
),

first_found as (
    select
        seeker_id as from_id,
        list_position(
            list_transform(n_instances[2:], lambda each: each > 0), true
        ) as distance
    from counted
)

select
    from_id,
    distance
from first_found
where distance is not null
