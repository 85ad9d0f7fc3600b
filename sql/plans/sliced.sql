-- The plan `sliced`: sixty-three instances at a time.
--
-- A slice is a set of instances on its side: a word for each bit of their codes. The
-- relation `sliced_pairs` is generated from the layout (cfsql/method/plans/slices.py):
-- every seeker with every slice, and their distances as binary digits.

-- fetch: n_slices(n_slots)
-- How many slices the instances would fill: each is of one label and one weight.
-- grain:  one row
with kinds as (
    select (count(*) + $n_slots - 1) // $n_slots as n_slices
    from population
    group by label_id, weight
)

select cast(sum(n_slices) as bigint) as n_slices
from kinds;

-- stage: first_instances(n_sliced) into sliced_instances
-- A few instances, to time the plan with.
-- grain:  one row per instance
select sliced_instances.*
from sliced_instances
order by sliced_instances.instance_id
limit $n_sliced;

-- stage: slots(n_slots)
-- Which slice each instance is in, and at which of its bits.
--
-- A slice holds instances of one label and one weight, so that counting its bits
-- counts rows.
-- grain:  one row per instance
with kinds as (
    select
        label_id,
        weight,
        (count(*) + $n_slots - 1) // $n_slots as n_slices
    from sliced_instances
    group by label_id, weight
),

numbered_kinds as (
    select
        label_id,
        weight,
        cast(
            sum(n_slices) over (order by label_id, weight) - n_slices as bigint
        ) as first_slice
    from kinds
),

numbered_instances as (
    select
        instance_id,
        label_id,
        weight,
        code,
        row_number() over (partition by label_id, weight) - 1 as place
    from sliced_instances
)

select
    numbered_instances.instance_id,
    numbered_instances.label_id,
    numbered_instances.weight,
    numbered_instances.code,
    numbered_kinds.first_slice
    + numbered_instances.place // $n_slots as slice_id,
    numbered_instances.place % $n_slots as slot
from numbered_instances
inner join numbered_kinds
    on
        numbered_instances.label_id = numbered_kinds.label_id
        and numbered_instances.weight = numbered_kinds.weight;

-- stage: slices
-- The instances on their side: a word for each bit of their codes.
--
-- `slice_up` is generated from the layout of the features (cfsql/method/plans/slices.py).
-- grain:  one row per slice_id
select
    slice_id,
    label_id,
    weight,
    slice_up(code, slot) as planes
from slots
group by slice_id, label_id, weight;

-- stage: spread_targets(label_id, batch) into spread_seekers
-- A batch of targets, each bit of their codes spread over a word.
--
-- `spread` is generated from the layout of the features (cfsql/method/plans/slices.py).
-- grain:  one row per target of the batch
select
    instance_id as seeker_id,
    spread(code) as masks
from open_targets
where label_id = $label_id and batch = $batch;

-- stage: nearest(label_id, distance, furthest)
-- How far the nearest counterfactuals of each target are, slice by slice.
--
-- What is nearer than the distance was searched before; at 0 are contradictions,
-- no counterfactuals.
-- grain:  one row per (from_id, distance)
with counted as (
    select
        seeker_id,
        n_by_distance(used, digits) as n_instances
    from sliced_pairs
    where unlike($label_id, label_id)
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
    on distances.from_id = open_targets.instance_id;

-- append: minimal(label_id)
-- The counterfactuals of each target at its nearest distances.
-- grain:  one row per (from_id, to_id)
with near_slices as (
    select
        nearest.from_id,
        nearest.distance,
        pairs.slice_id,
        rows_at(pairs.used, pairs.digits, nearest.distance) as found
    from sliced_pairs as pairs
    inner join nearest
        on pairs.seeker_id = nearest.from_id
    where
        unlike($label_id, pairs.label_id)
        and rows_at(pairs.used, pairs.digits, nearest.distance) <> 0
)

select
    near_slices.from_id,
    slots.instance_id as to_id,
    near_slices.distance
from near_slices
inner join slots
    on near_slices.slice_id = slots.slice_id
where (near_slices.found >> slots.slot) & 1 = 1;

-- stage: spread_centres(batch) into spread_seekers
-- A batch of centres, each bit of their codes spread over a word.
--
-- `spread` is generated from the layout of the features (cfsql/method/plans/slices.py).
-- grain:  one row per centre of the batch
select
    centre_id as seeker_id,
    spread(code) as masks
from open_centres
where batch = $batch;

-- append: balls into ball_parts
-- The rows around each centre by distance and label, slice by slice.
--
-- `n_by_distance` is generated for the radius (cfsql/method/plans/slices.py).
-- grain:  one row per (centre_id, distance, label_id) with rows in it
with counted as (
    select
        seeker_id,
        label_id,
        weight,
        n_by_distance(used, digits) as n_instances
    from sliced_pairs
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
group by centre_id, distance, label_id;
