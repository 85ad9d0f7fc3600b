-- name: exceptions
-- The cases with another label that contain a listed explanation.
--
-- reads:  explained_targets, listed_sets, instances, cases, labels
-- grain:  one row per (features, row_id)
with tolerant_sets as (
    select
        target_id,
        chosen,
        list_transform(features, lambda member: member['feature']) as features
    from listed_sets
    where precision < 1
)

select
    tolerant_sets.features,
    cases.row_id,
    labels.label
from tolerant_sets
inner join explained_targets
    on tolerant_sets.target_id = explained_targets.target_id
inner join instances
    on
        explained_targets.label_id != instances.label_id
        and bit_count(
            disagreement(explained_targets.code, instances.code)
            & tolerant_sets.chosen
        )
        = 0
inner join cases
    on instances.instance_id = cases.instance_id
inner join labels
    on instances.label_id = labels.label_id
order by tolerant_sets.features, cases.row_id
