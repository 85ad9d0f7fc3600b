-- name: open_targets(n_nearest, n_batches)
-- The targets that want more distances with counterfactuals, in batches for a
-- scan.
--
-- reads:  targets, minimal
-- writes: open_targets
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
where coalesce(answered.n_distances, 0) < $n_nearest
