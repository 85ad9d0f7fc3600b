-- name: explained_answers(n_shown)
-- The first few counterfactuals of each chosen row.
--
-- reads:  chosen_rows, ranked
-- grain:  one row per (row_id, counterfactual_id)
select
    ranked.row_id,
    ranked.counterfactual_id,
    ranked.counterfactual_label,
    ranked.distance,
    ranked.changes,
    ranked.explanation,
    ranked.rank,
    ranked.is_optimal,
    ranked.power,
    ranked.ball_size,
    ranked.typicality,
    ranked.capacity,
    ranked.universality,
    ranked.dag_count,
    ranked.support
from ranked
inner join chosen_rows
    on ranked.row_id = chosen_rows.row_id
qualify
    row_number() over (
        partition by ranked.row_id
        order by ranked.rank asc, ranked.counterfactual_id asc
    ) <= $n_shown
order by ranked.row_id, ranked.rank, ranked.counterfactual_id
