-- name: optimal_answers
-- The optimal counterfactuals of each row, which share the row among them.
--
-- Where several are optimal, none is better than the others: each counts for its
-- part of the row, so that every row weighs 1 and no order of rows matters.
--
-- reads:  ranked, summary
-- writes: optimal_answers
-- grain:  one row per (row_id, counterfactual_id) with rank 1
select
    ranked.row_id,
    ranked.label,
    ranked.counterfactual_id,
    ranked.counterfactual_label,
    ranked.changes,
    1 / summary.n_optimal as weight
from ranked
inner join summary
    on ranked.row_id = summary.row_id
where ranked.is_optimal
