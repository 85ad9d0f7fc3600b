-- Plan: what a dry run samples.

-- fetch: probe
-- Some pairs of numbers, compared to see how fast this machine is.
-- grain:  one row
select sum(bit_count(xor(seekers.range, partners.range) & 1023)) as n_bits
from range(4000) as seekers
cross join range(3000) as partners;

-- stage: sampled_targets(n_sampled) into targets
-- A few of the targets, drawn by a hash, to see what is ahead.
-- grain:  one row per sampled target
select
    instance_id,
    label_id,
    code,
    case_values
from targets
order by md5(cast(instance_id as varchar)), instance_id
limit $n_sampled;

-- stage: sampled_rows into asked_rows
-- The rows that are asked about and are one of the sampled targets.
-- grain:  one row per row_id
select asked_rows.*
from asked_rows
inner join targets
    on asked_rows.instance_id = targets.instance_id;

-- fetch: sampled_answers
-- How many counterfactuals the sampled rows have, equal rows each with their own, and
-- how far they are.
-- grain:  one row
select
    count(*) as n_pairs,
    coalesce(avg(minimal.distance), 0) as mean_distance
from minimal
inner join asked_rows
    on minimal.from_id = asked_rows.instance_id;

-- stage: later_targets(distance, target_id, n_nearest) into open_targets
-- The sampled targets that want more answers than there are before a distance.
--
-- With a target label, only answers of that label count.
-- grain:  one row per sampled target
with earlier as (
    select
        minimal.from_id,
        count(distinct minimal.distance) as n_distances
    from minimal
    inner join population
        on minimal.to_id = population.instance_id
    where
        minimal.distance < $distance
        and coalesce(population.label_id = $target_id, true)
    group by minimal.from_id
)

select
    targets.instance_id,
    targets.label_id,
    targets.code,
    targets.case_values,
    $n_nearest - coalesce(earlier.n_distances, 0) as n_wanted,
    0 as batch
from targets
left join earlier
    on targets.instance_id = earlier.from_id
where coalesce(earlier.n_distances, 0) < $n_nearest;

-- fetch: centre_growth(n_sampled)
-- How many centres have a radius at least as large: of all sampled targets, of
-- half and of a quarter of them.
-- grain:  one row per radius
with numbered as (
    select
        instance_id,
        row_number() over (
            order by md5(cast(instance_id as varchar)), instance_id
        ) as place
    from targets
),

reached as (
    select
        minimal.to_id,
        max(minimal.distance) as largest,
        max(minimal.distance) filter (
            where numbered.place <= $n_sampled / 2
        ) as largest_of_half,
        max(minimal.distance) filter (
            where numbered.place <= $n_sampled / 4
        ) as largest_of_quarter
    from minimal
    inner join numbered
        on minimal.from_id = numbered.instance_id
    group by minimal.to_id
),

radii as (
    select distinct distance as radius
    from minimal
)

select
    radii.radius,
    count(*) filter (where reached.largest >= radii.radius) as n_centres,
    count(*) filter (where reached.largest_of_half >= radii.radius)
        as n_of_half,
    count(*) filter (where reached.largest_of_quarter >= radii.radius)
        as n_of_quarter
from radii
cross join reached
group by radii.radius
order by radii.radius;
