-- name: first_pairs
-- Of each instance, the optimal counterfactual that is listed first.
--
-- reads:  ranked_pairs, instance_summaries
-- writes: first_pairs
-- grain:  one row per from_id
select
    ranked_pairs.from_id,
    ranked_pairs.to_id,
    ranked_pairs.distance,
    ranked_pairs.disagreement,
    ranked_pairs.power,
    ranked_pairs.ball_size,
    ranked_pairs.typicality,
    ranked_pairs.capacity,
    ranked_pairs.universality,
    ranked_pairs.dag_count,
    ranked_pairs.pair_rank
from ranked_pairs
inner join instance_summaries
    on
        ranked_pairs.from_id = instance_summaries.from_id
        and ranked_pairs.to_id = instance_summaries.optimal_to_id
