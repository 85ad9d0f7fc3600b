-- name: tolerant_children(precision)
-- The next open sets: one feature more, and every set of one feature less has
-- failed.
--
-- A set has failed when it has too many exceptions, and yet each of its features
-- keeps a case with another label out: a set with one that does not is of no use,
-- nor is any that contains it.
--
-- reads:  tested_sets, feature_bits
-- writes: open_sets
-- grain:  one row per (target_id, chosen)
with failed_sets as (
    select
        target_id,
        chosen,
        excluded
    from tested_sets
    where
        n_like / (n_like + n_unlike) < $precision
        and critical = chosen
)

select
    failed_sets.target_id,
    failed_sets.chosen | feature_bits.own_bit as chosen,
    failed_sets.excluded
from failed_sets
inner join feature_bits
    on bit_count(failed_sets.chosen & feature_bits.own_bit) = 0
group by
    failed_sets.target_id,
    failed_sets.chosen | feature_bits.own_bit,
    failed_sets.excluded
having count(*) = bit_count(failed_sets.chosen | feature_bits.own_bit)
