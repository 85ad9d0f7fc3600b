-- name: sampled_targets(n_sampled)
-- A few of the targets, drawn by a hash, to see what is ahead.
--
-- reads:  targets
-- writes: targets
-- grain:  one row per sampled target
select
    instance_id,
    label_id,
    code,
    case_values
from targets
order by md5(cast(instance_id as varchar)), instance_id
limit $n_sampled
