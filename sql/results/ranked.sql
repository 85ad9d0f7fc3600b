-- name: ranked
-- The minimal counterfactuals of each row in words, best first.
--
-- The representative's row id orders ties, so every engine lists alike.
--
-- reads:  spelled_pairs
-- writes: ranked
-- grain:  one row per (row_id, counterfactual_id)
select
    row_id,
    label,
    counterfactual_id,
    counterfactual_label,
    distance,
    changes,
    explanation,
    rank,
    is_optimal,
    power,
    ball_size,
    typicality,
    capacity,
    universality,
    dag_count,
    support
from spelled_pairs
order by row_id, rank, counterfactual_id
