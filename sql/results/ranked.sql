-- name: ranked
-- The minimal counterfactuals of each row, best first.
--
-- The representative's row id orders ties, so every engine lists alike.
--
-- reads:  asked_rows, shown_instances, spelled_pairs
-- writes: ranked
-- grain:  one row per (row_id, counterfactual_id)
select
    asked_rows.row_id,
    shown_instances.label,
    spelled_pairs.counterfactual_id,
    spelled_pairs.counterfactual_label,
    spelled_pairs.distance,
    spelled_pairs.changes,
    in_words(spelled_pairs.changes) as explanation,
    spelled_pairs.pair_rank as rank,
    spelled_pairs.pair_rank = 1 as is_optimal,
    spelled_pairs.power,
    spelled_pairs.ball_size,
    spelled_pairs.typicality,
    spelled_pairs.capacity,
    spelled_pairs.universality,
    spelled_pairs.dag_count,
    spelled_pairs.support
from asked_rows
inner join shown_instances
    on asked_rows.instance_id = shown_instances.instance_id
inner join spelled_pairs
    on asked_rows.instance_id = spelled_pairs.from_id
order by
    asked_rows.row_id,
    spelled_pairs.pair_rank,
    spelled_pairs.counterfactual_id
