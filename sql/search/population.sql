-- name: population(count)
-- S as the method counts it: every instance, with the rows that it weighs.
--
-- reads:  instances
-- writes: population
-- grain:  one row per instance
select
    instance_id,
    label_id,
    code,
    case when $count = 'distinct' then 1 else n_rows end as weight
from instances
