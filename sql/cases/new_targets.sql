-- name: new_targets
-- The new cases, as what counterfactuals are searched for.
--
-- reads:  new_instances
-- writes: targets
-- grain:  one row per instance_id
select
    instance_id,
    label_id,
    code,
    null as case_values
from new_instances
