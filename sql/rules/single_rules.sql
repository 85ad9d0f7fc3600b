-- name: single_rules
-- The rules of one literal, counted.
--
-- reads:  literals
-- writes: counted_rules
-- grain:  one row per rule_id
select
    literal_id as rule_id,
    cast(0 as bigint) as prefix_id,
    feature_id as last_feature_id,
    [literal_id] as literal_ids,
    n_like,
    n_unlike,
    n_unlike + 1 as n_unlike_before
from literals
