-- name: factual_holds
-- Every case that contains a factual explanation has the row's label, and they
-- are as many as the coverage says.
--
-- reads:  factual_sets, case_sets
-- grain:  one row per factual explanation that is none, or counted wrongly
select
    factual_sets.row_id,
    factual_sets.features,
    factual_sets.coverage,
    sum(case_sets.n_like) as n_like,
    sum(case_sets.n_unlike) as n_unlike
from factual_sets
inner join case_sets
    on factual_sets.row_id = case_sets.row_id
where bit_count(factual_sets.fixed & case_sets.differing) = 0
group by
    factual_sets.row_id, factual_sets.features, factual_sets.coverage
having
    sum(case_sets.n_like) != factual_sets.coverage
    or sum(case_sets.n_unlike) > 0
