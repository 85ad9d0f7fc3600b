-- name: instance_summaries
-- What there is to say of each instance that has a counterfactual.
--
-- Instances are numbered in the order of their representatives' row ids, so the
-- smallest to_id is the optimal counterfactual that is listed first.
--
-- reads:  ranked_pairs
-- writes: instance_summaries
-- grain:  one row per from_id
select
    from_id,
    min(distance) as min_distance,
    count(*) filter (where is_minimal) as n_minimal,
    count(*) filter (where pair_rank = 1) as n_optimal,
    min(to_id) filter (where pair_rank = 1) as optimal_to_id,
    max(power, 2) filter (where is_minimal) as best_powers
from ranked_pairs
group by from_id
