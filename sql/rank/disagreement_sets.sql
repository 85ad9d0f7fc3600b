-- name: disagreement_sets
-- The sets of features that some counterfactual changes, as lists of their ids.
--
-- Pairs share them: there are few even where there are many pairs.
--
-- reads:  measured_pairs, population
-- writes: disagreement_sets
-- grain:  one row per disagreement
with examples as (
    select
        disagreement,
        min(from_id) as from_id,
        arg_min(to_id, from_id) as to_id
    from measured_pairs
    group by disagreement
)

select
    examples.disagreement,
    changed(from_instances.code, to_instances.code) as changed
from examples
inner join population as from_instances
    on examples.from_id = from_instances.instance_id
inner join population as to_instances
    on examples.to_id = to_instances.instance_id
