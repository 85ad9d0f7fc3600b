-- name: violations(freeze, target, max_changes, min_support)
-- What stands between a row and any answer: the constraints that cases violate.
--
-- Each line is a set of constraints that have to go together for an answer to be
-- there, with the fewest changes that it would then take; the smallest sets first.
--
-- reads:  targets, instances, labels, feature_bits
-- grain:  one row per set of violated constraints
with unlike_cases as (
    select
        disagreement(targets.code, instances.code) as disagreement,
        labels.label,
        hamming(targets.code, instances.code) as distance,
        instances.n_rows
    from targets
    inner join instances
        on targets.label_id <> instances.label_id
    inner join labels
        on instances.label_id = labels.label_id
    where hamming(targets.code, instances.code) > 0
),

grouped_cases as (
    select
        disagreement,
        coalesce(label <> $target, false) as is_off_target,
        coalesce(distance > $max_changes, false) as is_too_far,
        coalesce(n_rows < $min_support, false) as is_too_rare,
        min(distance) as distance
    from unlike_cases
    group by
        disagreement,
        is_off_target,
        is_too_far,
        is_too_rare
),

frozen_bits as (
    select
        feature,
        feature_id,
        own_bit
    from feature_bits
    where list_contains($freeze, feature)
),

distinct_sets as (
    select distinct disagreement
    from grouped_cases
),

violated_sets as (
    select
        distinct_sets.disagreement,
        list(frozen_bits.feature order by frozen_bits.feature_id)
            as features
    from distinct_sets
    inner join frozen_bits
        on bit_count(distinct_sets.disagreement & frozen_bits.own_bit) = 1
    group by distinct_sets.disagreement
),

named_violations as (
    select
        coalesce(violated_sets.features, []) as features,
        grouped_cases.is_off_target,
        grouped_cases.is_too_far,
        grouped_cases.is_too_rare,
        grouped_cases.distance
    from grouped_cases
    left join violated_sets
        on grouped_cases.disagreement = violated_sets.disagreement
)

select
    features,
    is_off_target,
    is_too_far,
    is_too_rare,
    min(distance) as distance
from named_violations
group by
    features,
    is_off_target,
    is_too_far,
    is_too_rare
order by
    len(features)
    + cast(is_off_target as integer)
    + cast(is_too_far as integer)
    + cast(is_too_rare as integer) asc,
    min(distance) asc,
    features asc
limit 12
