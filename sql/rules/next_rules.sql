-- name: next_rules(precision, threshold)
-- The counted rules that do not hold, and of which wanted rules may come.
--
-- A rule with enough coverage has a part with enough cases of the class; and each
-- literal of a minimal rule keeps a case of another class out.
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
where
    n_like / (n_like + n_unlike) < $precision
    and n_like >= $precision * $threshold
    and n_unlike < n_unlike_before
