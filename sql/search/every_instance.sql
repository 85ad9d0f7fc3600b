-- name: every_instance
-- All instances may be counterfactuals.
--
-- reads:  population
-- writes: candidates
-- grain:  one row per instance
select
    instance_id,
    label_id,
    code,
    weight,
    null as case_values
from population
