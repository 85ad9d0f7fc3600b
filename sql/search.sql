-- Search: the minimal counterfactuals, as pairs of instances.

-- stage: population(count)
-- S as the method counts it: every instance, with the rows that it weighs.
--
-- grain:  one row per instance
select
    instance_id,
    label_id,
    code,
    case when $count = 'distinct' then 1 else n_rows end as weight
from instances;


-- view: every_instance into candidates
-- All instances may be counterfactuals.
--
-- grain:  one row per instance
select
    instance_id,
    label_id,
    code,
    weight,
    cast(null as integer) as case_values
from population;


-- stage: targets
-- The instances that are asked about.
--
-- grain:  one row per instance that is asked about
with asked_instances as (
    select distinct instance_id
    from asked_rows
)

select
    population.instance_id,
    population.label_id,
    population.code,
    cast(null as integer) as case_values
from asked_instances
inner join population
    on asked_instances.instance_id = population.instance_id;


-- stage: no_pairs into minimal
-- No counterfactual yet: the shape that the levels of the search fill.
--
-- grain:  one row per (from_id, to_id)
select
    cast(0 as bigint) as from_id,
    cast(0 as bigint) as to_id,
    cast(0 as integer) as distance
where false;


-- stage: open_targets(n_nearest, n_batches)
-- The targets that want more distances with counterfactuals, in batches for a
-- scan.
--
-- grain:  one row per target without all its answers
with answered as (
    select
        from_id,
        count(distinct distance) as n_distances
    from minimal
    group by from_id
)

select
    targets.instance_id,
    targets.label_id,
    targets.code,
    targets.case_values,
    $n_nearest - coalesce(answered.n_distances, 0) as n_wanted,
    targets.instance_id // 64 % $n_batches as batch
from targets
left join answered
    on targets.instance_id = answered.from_id
where coalesce(answered.n_distances, 0) < $n_nearest;


-- stage: no_found_pairs into found_pairs
-- No pair found yet: the shape that the joins of one level fill.
--
-- grain:  one row per (from_id, to_id) and choice that finds it
select
    from_id,
    to_id,
    distance
from minimal
where false;


-- append: blocked_minimal(distance) into found_pairs
-- The counterfactuals at one distance that agree with their target on a choice
-- of blocks.
--
-- Every nearer distance was searched before, so these are minimal. Several
-- choices may find the same pair. `kept_agree` is generated from the choice, and
-- `required` from the user's condition.
--
-- grain:  one row per (from_id, to_id) and choice that finds it
select
    open_targets.instance_id as from_id,
    candidates.instance_id as to_id,
    $distance as distance
from open_targets
inner join candidates
    on
        kept_agree(open_targets.code, candidates.code)
        and open_targets.label_id <> candidates.label_id
        and hamming(open_targets.code, candidates.code) = $distance
        and required(open_targets.case_values, candidates.case_values);


-- append: distinct_pairs into minimal
-- The pairs that the joins of one level found, each once.
--
-- The join itself could tell which choice a pair belongs to, as it does for
-- hyperballs; but here the pairs that are left are few, and this is cheaper.
--
-- grain:  one row per (from_id, to_id)
select distinct
    from_id,
    to_id,
    distance
from found_pairs;


-- stage: slots(n_sliced, n_slots)
-- Which slice each instance is in, and at which of its bits.
--
-- A slice holds instances of one label and one weight, so that counting its bits
-- counts rows.
--
-- grain:  one row per instance
with kinds as (
    select
        label_id,
        weight,
        (count(*) + $n_slots - 1) // $n_slots as n_slices
    from sliced_instances
    where instance_id <= $n_sliced
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
    where instance_id <= $n_sliced
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
-- `slice_up` is generated from the layout of the features (cfsql/method/plans/sliced.py).
--
-- grain:  one row per slice_id
select
    slice_id,
    label_id,
    weight,
    slice_up(code, slot) as planes
from slots
group by slice_id, label_id, weight;


-- fetch: target_batches
-- The open targets by label and batch.
--
-- grain:  one row per (label_id, batch)
select
    label_id,
    batch,
    count(*) as n_targets
from open_targets
group by label_id, batch
order by label_id, batch;


-- stage: spread_targets(label_id, batch) into spread_seekers
-- A batch of targets, each bit of their codes spread over a word.
--
-- `spread` is generated from the layout of the features (cfsql/method/plans/sliced.py).
--
-- grain:  one row per target of the batch
select
    instance_id as seeker_id,
    spread(code) as masks
from open_targets
where label_id = $label_id and batch = $batch;


-- stage: sliced_nearest(label_id, distance, furthest) into nearest
-- How far the nearest counterfactuals of each target are, slice by slice.
--
-- What is nearer than the distance was searched before; at 0 are contradictions,
-- no counterfactuals.
--
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
    on distances.from_id = open_targets.instance_id;


-- append: sliced_minimal(label_id) into minimal
-- The counterfactuals of each target at its nearest distances.
--
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
where (near_slices.found >> slots.slot) & 1 = 1;


-- stage: scan_nearest(distance, furthest, batch) into nearest
-- How far the nearest counterfactuals of each target are, over every pair.
--
-- What is nearer than the distance was searched before. Nearest of all are
-- contradictions, at 0: nothing can be changed, so they are no counterfactuals. A
-- target without any is not in the result.
--
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
    row_number() over (partition by from_id order by distance) <= n_wanted;


-- append: scan_minimal(batch) into minimal
-- The counterfactuals of each target at its nearest distances.
--
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
        and required(near_targets.case_values, candidates.case_values);
