-- name: optimal
-- The optimal counterfactuals of each row.
--
-- reads:  ranked
-- grain:  one row per (row_id, counterfactual_id) with rank 1
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
from ranked
where is_optimal
