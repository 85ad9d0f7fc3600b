-- name: optimal_answers
-- The optimal counterfactuals of each row, which share the row among them.
--
-- Where several are optimal, none is better than the others: each counts for its
-- part of the row, so that every row weighs 1 and no order of rows matters.
--
-- reads:  ranked
-- writes: optimal_answers
-- grain:  one row per (row_id, counterfactual_id) with rank 1
select
    row_id,
    label,
    counterfactual_id,
    counterfactual_label,
    changes,
    1 / count(*) over (partition by row_id) as weight
from ranked
where is_optimal
