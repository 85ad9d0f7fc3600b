-- Search: the minimal counterfactuals, as pairs of instances.
--
-- A level looks for counterfactuals at one distance, for the targets that have none
-- yet. Each level goes by the best of three plans (sql/plans).

-- stage: population(count)
-- S as the method counts it: every instance, with the rows that it weighs.
--
-- Where duplicates count once, the first part of an instance counts for all.
-- grain:  one row per instance
select
    instance_id,
    label_id,
    code,
    case
        when $count = 'distinct' then cast(instance_id = case_id as bigint)
        else own_rows
    end as weight,
    n_rows,
    case_values
from instances;

-- stage: targets
-- The instances that are asked about.
-- grain:  one row per instance that is asked about
select
    instance_id,
    label_id,
    code,
    case_values
from population
where instance_id in (select asked_rows.instance_id from asked_rows);

-- append: minimal
-- The counterfactuals of each target that differ from it in the fewest features.
--
-- Never run as it stands: this is the definition, and gives the empty relation its
-- columns. The plans of sql/plans fill it, level by level.
-- grain:  one row per (from_id, to_id)
with counterfactuals as (
    select
        targets.instance_id as from_id,
        candidates.instance_id as to_id,
        hamming(targets.code, candidates.code) as distance
    from targets
    inner join candidates
        on
            unlike(targets.label_id, candidates.label_id)
            and frozen_agree(targets.code, candidates.code)
            and directed(targets.code, candidates.code)
            and required(targets.case_values, candidates.case_values)
)

select
    from_id,
    to_id,
    distance
from counterfactuals
where distance > 0
qualify distance = min(distance) over (partition by from_id);

-- stage: open_targets(n_nearest, n_batches)
-- The targets that want more distances with counterfactuals, in batches for a
-- scan.
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

-- append: all_minimal
-- The pairs that were found for one target label, with those of the others.
-- grain:  one row per (from_id, to_id)
select minimal.*
from minimal;

-- stage: one_of_each_case into minimal
-- Of several parts of one instance that answer a row, the first.
-- grain:  one row per (from_id, to_id)
select
    minimal.from_id,
    min(minimal.to_id) as to_id,
    minimal.distance
from minimal
inner join instances
    on minimal.to_id = instances.instance_id
group by minimal.from_id, minimal.distance, instances.case_id;
