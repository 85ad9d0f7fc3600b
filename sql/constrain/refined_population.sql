-- name: refined_population(count)
-- S as the method counts it, in refined instances.
--
-- Where duplicates count once, the first part of an instance counts for all.
--
-- reads:  instances
-- writes: population
-- grain:  one row per instance
select
    instance_id,
    label_id,
    code,
    case
        when $count = 'distinct' then cast(instance_id = case_id as bigint)
        else own_rows
    end as weight
from instances
