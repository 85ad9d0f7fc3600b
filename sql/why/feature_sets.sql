-- name: feature_sets
-- The feature sets of all explanations, as lists in column order.
--
-- reads:  measured_sets, feature_bits
-- writes: feature_sets
-- grain:  one row per chosen
with distinct_sets as (
    select distinct chosen
    from measured_sets
),

named_sets as (
    select
        distinct_sets.chosen,
        list(
            {
                feature_id: feature_bits.feature_id,
                feature: feature_bits.feature
            }
            order by feature_bits.feature_id
        ) as features
    from distinct_sets
    left join feature_bits
        on bit_count(distinct_sets.chosen & feature_bits.own_bit) = 1
    group by distinct_sets.chosen
)

select
    chosen,
    case when bit_count(chosen) = 0 then [] else features end as features
from named_sets
