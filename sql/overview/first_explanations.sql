-- name: first_explanations(n_shown)
-- The optimal counterfactual of the first few rows that have one.
--
-- reads:  ranked, summary
-- grain:  one row per row_id
select
    ranked.row_id,
    ranked.label,
    ranked.counterfactual_id,
    ranked.counterfactual_label,
    ranked.explanation,
    ranked.power,
    summary.n_optimal
from ranked
inner join summary
    on
        ranked.row_id = summary.row_id
        and ranked.counterfactual_id is not distinct from summary.optimal_id
where ranked.is_optimal
qualify
    row_number() over (
        partition by ranked.row_id
        order by ranked.explanation
    ) = 1
order by ranked.row_id
limit $n_shown
