-- name: feature_bits
-- The bit that stands for each feature in a set of features.
--
-- `feature_bit` is generated from the layout of the features (cfsql/method/packing.py).
-- The bits of all earlier features are there to go through a set in order.
--
-- reads:  features
-- writes: feature_bits
-- grain:  one row per feature_id
with bits as (
    select
        feature_id,
        feature,
        feature_bit(feature_id) as own_bit
    from features
)

select
    bits.feature_id,
    bits.feature,
    bits.own_bit,
    coalesce(bit_or(earlier.own_bit), bits.own_bit & ~bits.own_bit)
        as earlier_bits
from bits
left join bits as earlier
    on bits.feature_id > earlier.feature_id
group by bits.feature_id, bits.feature, bits.own_bit
