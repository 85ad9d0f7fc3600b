-- name: sliced_minimal(label_id)
-- The counterfactuals of each target at its nearest distances.
--
-- reads:  spread_seekers, slices, slots, nearest
-- writes: minimal
-- grain:  one row per (from_id, to_id)
with near_slices as (
    select
        nearest.from_id,
        nearest.distance,
        pairs.slice_id,
        rows_at(pairs.used, pairs.digits, nearest.distance) as found
    from sliced_pairs() as pairs
    inner join nearest
        on pairs.seeker_id = nearest.from_id
    where
        pairs.label_id <> $label_id
        and rows_at(pairs.used, pairs.digits, nearest.distance) <> 0
)

select
    near_slices.from_id,
    slots.instance_id as to_id,
    near_slices.distance
from near_slices
inner join slots
    on near_slices.slice_id = slots.slice_id
where (near_slices.found >> slots.slot) & 1 = 1
