-- name: no_next_rules
-- An empty `next_rules`, to be filled chunk by chunk.
--
-- reads:  counted_rules
-- writes: next_rules
-- grain:  one row per rule_id
select
    rule_id,
    prefix_id,
    last_feature_id,
    literal_ids,
    n_unlike
from counted_rules
where false
