-- name: disagreement_sets
-- The sets of features that some counterfactual changes, by name.
--
-- Pairs share them: there are few even where there are many pairs. `has_feature`
-- is generated from the layout of the features (cfsql/method/packing.py).
--
-- reads:  measured_pairs, feature_bits
-- writes: disagreement_sets
-- grain:  one row per disagreement
with distinct_sets as (
    select distinct disagreement
    from measured_pairs
)

select
    distinct_sets.disagreement,
    list(
        {
            feature_id: feature_bits.feature_id,
            feature: feature_bits.feature
        }
        order by feature_bits.feature_id
    ) as features
from distinct_sets
inner join feature_bits
    on has_feature(distinct_sets.disagreement, feature_bits.own_bit)
group by distinct_sets.disagreement
