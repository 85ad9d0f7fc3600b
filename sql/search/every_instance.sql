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
    cast(null as integer) as case_values
from population
