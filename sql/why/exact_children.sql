-- name: exact_children
-- The next open sets: one more feature each, from the set that is not met.
--
-- A child that takes a feature may never take an earlier one of the same set:
-- what has both is a child of the earlier one. So nothing is found twice.
--
-- reads:  tested_sets, feature_bits
-- writes: open_sets
-- grain:  one row per (target_id, chosen)
select
    tested_sets.target_id,
    tested_sets.chosen | feature_bits.own_bit as chosen,
    tested_sets.excluded | (tested_sets.unmet & feature_bits.earlier_bits)
        as excluded
from tested_sets
inner join feature_bits
    on bit_count(tested_sets.unmet & feature_bits.own_bit) = 1
where tested_sets.critical = tested_sets.chosen
