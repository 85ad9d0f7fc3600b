-- name: factual_is_minimal
-- No feature of a factual explanation could be left out: a case with another
-- label has all the other values.
--
-- reads:  factual_sets, case_sets
-- grain:  one row per factual explanation with a feature that is not needed
select
    factual_sets.row_id,
    factual_sets.features
from factual_sets
left join case_sets
    on
        factual_sets.row_id = case_sets.row_id
        and case_sets.n_unlike > 0
group by factual_sets.row_id, factual_sets.features, factual_sets.fixed
having
    coalesce(
        bit_or(factual_sets.fixed & case_sets.differing) filter (
            where bit_count(factual_sets.fixed & case_sets.differing) = 1
        ),
        factual_sets.fixed & ~factual_sets.fixed
    ) != factual_sets.fixed
