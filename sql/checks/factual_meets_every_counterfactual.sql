-- name: factual_meets_every_counterfactual
-- A factual and a counterfactual explanation of a row contradict each other in
-- some feature (duality), all pairs of them.
--
-- reads:  factual_sets, case_sets
-- grain:  one row per pair that can be true together
select
    factual_sets.row_id,
    factual_sets.features,
    case_sets.first_unlike_id as counterfactual_id
from factual_sets
inner join case_sets
    on factual_sets.row_id = case_sets.row_id
where
    case_sets.n_unlike > 0
    and bit_count(case_sets.differing) > 0
    and bit_count(factual_sets.fixed & case_sets.differing) = 0
