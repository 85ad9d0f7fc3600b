-- name: candidate_bits(first_rule, last_rule)
-- For some of the candidates and each slice, the instances that contain them.
--
-- reads:  candidate_rules, failed_bits
-- writes: chunk_bits
-- grain:  one row per (rule_id, slice_id)
select
    candidate_rules.rule_id,
    failed_bits.slice_id,
    failed_bits.is_like,
    failed_bits.weight,
    failed_bits.members & later.members as members
from candidate_rules
inner join failed_bits
    on candidate_rules.prefix_id = failed_bits.rule_id
inner join failed_bits as later
    on
        candidate_rules.later_id = later.rule_id
        and failed_bits.slice_id = later.slice_id
where
    candidate_rules.rule_id between $first_rule and $last_rule
    and failed_bits.members & later.members != 0
