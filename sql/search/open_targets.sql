-- name: open_targets(n_batches)
-- The targets that have no counterfactual yet, in batches for a scan.
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
    targets.instance_id // 64 % $n_batches as batch
from targets
left join answered
    on targets.instance_id = answered.from_id
where answered.from_id is null
