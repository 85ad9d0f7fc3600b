-- name: first_pairs
-- Of each instance, the optimal counterfactual that is listed first.
--
-- reads:  ranked_pairs, instance_summaries
-- writes: first_pairs
-- grain:  one row per from_id
select ranked_pairs.*
from ranked_pairs
inner join instance_summaries
    on
        ranked_pairs.from_id = instance_summaries.from_id
        and ranked_pairs.to_id = instance_summaries.optimal_to_id
