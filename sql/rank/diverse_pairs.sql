-- name: diverse_pairs
-- Of the counterfactuals that change the same features, the best.
--
-- reads:  ranked_pairs
-- writes: diverse_pairs
-- grain:  one row per (from_id, target_id, disagreement)
select
    from_id,
    to_id,
    to_label_id,
    target_id,
    distance,
    is_minimal,
    disagreement,
    power,
    ball_size,
    typicality,
    capacity,
    universality,
    dag_count,
    pair_rank
from ranked_pairs
qualify
    row_number() over (
        partition by from_id, target_id, disagreement
        order by pair_rank asc, to_id asc
    ) = 1
