-- name: factual_sets
-- The features of each factual explanation, as the same bits.
--
-- reads:  factual, checked_features
-- writes: factual_sets
-- grain:  one row per (row_id, features)
select
    factual.row_id,
    factual.features,
    factual.coverage,
    bit_or(
        case
            when list_contains(factual.features, checked_features.feature)
                then checked_features.own_bit
            else checked_features.own_bit & ~checked_features.own_bit
        end
    ) as fixed
from factual
cross join checked_features
group by factual.row_id, factual.features, factual.coverage
