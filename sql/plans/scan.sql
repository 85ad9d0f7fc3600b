-- The plan `scan`: every pair, one by one.
--
-- A search takes two passes: how far the nearest counterfactuals of each target are,
-- then which they are. A count takes one.

-- stage: nearest(distance, furthest, batch)
-- How far the nearest counterfactuals of each target are, over every pair.
--
-- What is nearer than the distance was searched before. Nearest of all are
-- contradictions, at 0: nothing can be changed, so they are no counterfactuals. A
-- target without any is not in the result. An aggregate has the condition on them: one
-- on the pairs would compute each distance twice.
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
            and directed(open_targets.code, candidates.code)
            and unlike(open_targets.label_id, candidates.label_id)
            and required(open_targets.case_values, candidates.case_values)
    where open_targets.batch = $batch
),

distances as (
    select
        from_id,
        n_wanted,
        distance
    from found
    group by from_id, n_wanted, distance
    having max(distance) between $distance and $furthest
)

select
    from_id,
    distance
from distances
qualify
    row_number() over (partition by from_id order by distance) <= n_wanted;

-- append: minimal(batch)
-- The counterfactuals of each target at its nearest distances.
-- grain:  one row per (from_id, to_id)
with near_targets as (
    select
        open_targets.*,
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
        and directed(near_targets.code, candidates.code)
        and unlike(near_targets.label_id, candidates.label_id)
        and hamming(near_targets.code, candidates.code) = near_targets.distance
        and required(near_targets.case_values, candidates.case_values);

-- append: balls(batch) into ball_parts
-- The rows around each centre by distance and label, over every pair.
-- grain:  one row per (centre_id, distance, label_id) with rows in it
select
    open_centres.centre_id,
    hamming(open_centres.code, population.code) as distance,
    population.label_id,
    cast(sum(population.weight) as bigint) as n_rows
from open_centres
inner join population
    on hamming(open_centres.code, population.code) <= open_centres.radius
where open_centres.batch = $batch
group by
    open_centres.centre_id,
    hamming(open_centres.code, population.code),
    population.label_id;
