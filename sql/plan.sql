-- Plan: what the ways to compare would cost, and what a dry run samples.

-- fetch: like_pairs
-- How many instances there are, and pairs of them that have the same label.
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

-- stage: few_seekers(n_seekers) into open_targets
-- The first instances as targets and as centres, to time plans with.
-- grain:  one row per instance
select
    instance_id,
    instance_id as centre_id,
    label_id,
    code,
    case_values,
    1 as n_wanted,
    0 as batch
from population
where instance_id <= $n_seekers;

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

-- fetch: sampled_answers
-- How many sampled targets are answered at which distance, and by how many.
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
