-- name: exact_tests
-- Each open set, with the features that it cannot do without, and a disagreement
-- set that it does not meet yet.
--
-- A chosen feature is critical when some disagreement set contains no other
-- chosen one. Of the sets that are not met, the one with the fewest features that
-- may still be chosen is taken; NULL says that all are met.
--
-- reads:  chunk_sets, minimal_sets
-- writes: tested_sets
-- grain:  one row per (target_id, chosen)
select
    chunk_sets.target_id,
    chunk_sets.chosen,
    chunk_sets.excluded,
    coalesce(
        bit_or(minimal_sets.disagreement & chunk_sets.chosen) filter (
            where bit_count(minimal_sets.disagreement & chunk_sets.chosen) = 1
        ),
        chunk_sets.chosen & ~chunk_sets.chosen
    ) as critical,
    arg_min(
        minimal_sets.disagreement & ~chunk_sets.excluded,
        bit_count(minimal_sets.disagreement & ~chunk_sets.excluded)
    ) filter (
        where bit_count(minimal_sets.disagreement & chunk_sets.chosen) = 0
    ) as unmet
from chunk_sets
left join minimal_sets
    on chunk_sets.target_id = minimal_sets.target_id
group by chunk_sets.target_id, chunk_sets.chosen, chunk_sets.excluded
