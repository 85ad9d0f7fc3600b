-- name: open_targets(batch_size)
-- The targets that have no counterfactual yet, in batches of one label.
--
-- reads:  targets, minimal
-- writes: open_targets
-- grain:  one row per target without an answer
with answered as (
    select distinct from_id
    from minimal
)

select
    targets.instance_id,
    targets.label_id,
    targets.code,
    (
        row_number() over (
            partition by targets.label_id
            order by targets.instance_id
        ) - 1
    ) // $batch_size as batch
from targets
left join answered
    on targets.instance_id = answered.from_id
where answered.from_id is null
