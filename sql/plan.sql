-- Plan: what the ways to compare would cost.

-- fetch: candidates
-- How many pairs a join on a choice of blocks would look at, exactly, and how
-- many of them share one key.
--
-- `kept_key` is generated from the choice of blocks.
--
-- grain:  one row
with seeker_groups as (
    select
        kept_key(code) as group_key,
        count(*) as n_seekers
    from seekers
    group by kept_key(code)
),

partner_groups as (
    select
        kept_key(code) as group_key,
        count(*) as n_instances
    from partners
    group by kept_key(code)
)

select
    cast(
        coalesce(
            sum(seeker_groups.n_seekers * partner_groups.n_instances), 0
        ) as bigint
    ) as n_candidates,
    coalesce(
        max(seeker_groups.n_seekers * partner_groups.n_instances), 0
    ) as n_of_one_key
from seeker_groups
inner join partner_groups
    on seeker_groups.group_key = partner_groups.group_key;


-- fetch: class_count
-- How many classes there are.
--
-- grain:  one row
select count(*) as n_classes
from labels;


-- fetch: like_pairs
-- How many instances there are, and pairs of them that have the same label.
--
-- grain:  one row
with classes as (
    select count(*) as n_instances
    from population
    group by label_id
)

select
    sum(n_instances) as n_instances,
    sum(n_instances * n_instances) as n_like_pairs
from classes;


-- stage: few_seekers(n_seekers)
-- The first instances, to time a scan and a join with.
--
-- grain:  one row per instance
select
    instance_id,
    label_id,
    code
from population
where instance_id <= $n_seekers;


-- stage: spread_few into spread_seekers
-- A few instances, to time a comparison with slices.
--
-- grain:  one row per instance
select
    instance_id as seeker_id,
    spread(code) as masks
from few_seekers;


-- fetch: time_scan
-- A few instances compared with all, to see what a pair costs on this machine.
--
-- grain:  one row
select count(*) as n_near
from few_seekers
inner join population
    on hamming(few_seekers.code, population.code) <= 1;


-- fetch: time_search(distance)
-- A few instances joined with all, as a search does it, to see what it costs.
--
-- grain:  one row
select count(*) as n_found
from few_seekers
inner join population
    on
        kept_agree(few_seekers.code, population.code)
        and few_seekers.label_id <> population.label_id
        and hamming(few_seekers.code, population.code) = $distance;


-- fetch: time_count(radius)
-- A few instances joined with all, as hyperballs are counted, to see what it
-- costs.
--
-- grain:  one row
with counted as (
    select
        few_seekers.instance_id,
        hamming(few_seekers.code, population.code) as distance,
        population.label_id,
        cast(sum(population.weight) as bigint) as n_rows
    from few_seekers
    inner join population
        on
            kept_agree(few_seekers.code, population.code)
            and hamming(few_seekers.code, population.code) <= $radius
            and dropped_differ(few_seekers.code, population.code)
    group by
        few_seekers.instance_id,
        hamming(few_seekers.code, population.code),
        population.label_id
)

select count(*) as n_counted
from counted;


-- fetch: time_slices
-- A few instances compared with slices, to see what a pair costs on this machine.
--
-- grain:  one row
with counted as (
    select
        seeker_id,
        n_by_distance(used, digits) as n_instances
    from sliced_pairs()
    group by seeker_id
)

select sum(n_instances[1]) as n_equal
from counted;


-- stage: sampled_targets(n_sampled) into targets
-- A few of the targets, drawn by a hash, to see what is ahead.
--
-- grain:  one row per sampled target
select
    instance_id,
    label_id,
    code,
    case_values
from targets
order by md5(cast(instance_id as varchar)), instance_id
limit $n_sampled;


-- fetch: sampled_answers
-- How many sampled targets are answered at which distance, and by how many.
--
-- grain:  one row per distance
select
    distance,
    count(distinct from_id) as n_targets,
    count(*) as n_pairs
from minimal
group by distance
order by distance;


-- stage: later_targets(distance) into open_targets
-- The sampled targets that are not answered before a distance.
--
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
where targets.instance_id not in (select earlier.from_id from earlier);
