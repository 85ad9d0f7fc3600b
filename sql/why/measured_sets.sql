-- name: measured_sets
-- Each factual explanation with the cases that contain it.
--
-- reads:  factual_sets, compared_sets
-- writes: measured_sets
-- grain:  one row per (target_id, chosen)
select
    factual_sets.target_id,
    factual_sets.chosen,
    cast(sum(compared_sets.n_like + compared_sets.n_unlike) as bigint)
        as coverage,
    sum(compared_sets.n_like)
    / sum(compared_sets.n_like + compared_sets.n_unlike) as precision
from factual_sets
inner join compared_sets
    on
        factual_sets.target_id = compared_sets.target_id
        and bit_count(compared_sets.disagreement & factual_sets.chosen) = 0
group by factual_sets.target_id, factual_sets.chosen
