-- name: disagreement_sets
-- The sets of features that some counterfactual changes, by name.
--
-- Pairs share them: there are few even where there are many pairs.
--
-- reads:  measured_pairs, population, features
-- writes: disagreement_sets
-- grain:  one row per disagreement
with examples as (
    select
        disagreement,
        min(from_id) as from_id,
        arg_min(to_id, from_id) as to_id
    from measured_pairs
    group by disagreement
),

changed_features as (
    select
        examples.disagreement,
        unnest(changed(from_instances.code, to_instances.code)) as feature_id
    from examples
    inner join population as from_instances
        on examples.from_id = from_instances.instance_id
    inner join population as to_instances
        on examples.to_id = to_instances.instance_id
)

select
    changed_features.disagreement,
    list(
        { feature_id: features.feature_id, feature: features.feature }
        order by features.feature_id
    ) as features
from changed_features
inner join features
    on changed_features.feature_id = features.feature_id
group by changed_features.disagreement
