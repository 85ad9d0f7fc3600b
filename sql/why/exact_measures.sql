-- name: exact_measures
-- Each factual explanation without exceptions, with the cases that contain it.
--
-- They all have the target's label, so the others need not be looked at.
--
-- reads:  factual_sets, compared_sets
-- writes: measured_sets
-- grain:  one row per (target_id, chosen)
select
    factual_sets.target_id,
    factual_sets.chosen,
    cast(sum(compared_sets.n_like) as bigint) as coverage,
    factual_sets.precision
from factual_sets
inner join compared_sets
    on
        factual_sets.target_id = compared_sets.target_id
        and bit_count(compared_sets.disagreement & factual_sets.chosen) = 0
where compared_sets.n_like > 0
group by
    factual_sets.target_id,
    factual_sets.chosen,
    factual_sets.precision
