-- name: tolerant_tests
-- Each open set, with the cases that share the target's values there, and the
-- features that keep a case with another label out.
--
-- reads:  chunk_sets, compared_sets
-- writes: tested_sets
-- grain:  one row per (target_id, chosen)
select
    chunk_sets.target_id,
    chunk_sets.chosen,
    chunk_sets.excluded,
    sum(compared_sets.n_like) filter (
        where bit_count(compared_sets.disagreement & chunk_sets.chosen) = 0
    ) as n_like,
    sum(compared_sets.n_unlike) filter (
        where bit_count(compared_sets.disagreement & chunk_sets.chosen) = 0
    ) as n_unlike,
    coalesce(
        bit_or(compared_sets.disagreement & chunk_sets.chosen) filter (
            where
            compared_sets.n_unlike > 0
            and bit_count(compared_sets.disagreement & chunk_sets.chosen) = 1
        ),
        chunk_sets.chosen & ~chunk_sets.chosen
    ) as critical
from chunk_sets
inner join compared_sets
    on chunk_sets.target_id = compared_sets.target_id
group by chunk_sets.target_id, chunk_sets.chosen, chunk_sets.excluded
