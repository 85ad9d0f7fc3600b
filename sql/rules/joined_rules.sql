-- name: joined_rules
-- Rules of one literal more: two failed ones that differ in their last literal,
-- put together.
--
-- reads:  failed_rules
-- writes: joined_rules
-- grain:  one row per literal_ids
select
    failed_rules.rule_id as prefix_id,
    later.rule_id as later_id,
    later.last_feature_id,
    list_append(failed_rules.literal_ids, later.literal_ids[-1]) as literal_ids
from failed_rules
inner join failed_rules as later
    on
        failed_rules.prefix_id = later.prefix_id
        and failed_rules.last_feature_id < later.last_feature_id
