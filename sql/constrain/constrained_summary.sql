-- name: constrained_summary
-- The summary of each row, and which constraint took its last counterfactual.
--
-- reads:  summary, asked_rows, blamed
-- writes: constrained_summary
-- grain:  one row per row_id asked about
select
    summary.row_id,
    summary.label,
    summary.min_distance,
    summary.n_minimal,
    summary.n_optimal,
    summary.is_unique,
    summary.power,
    summary.second_power,
    summary.gap,
    summary.is_contradicted,
    summary.optimal_id,
    summary.explanation,
    blamed.blocked_by
from summary
inner join asked_rows
    on summary.row_id = asked_rows.row_id
left join blamed
    on asked_rows.instance_id = blamed.instance_id
order by summary.row_id
