-- name: few_seekers(n_seekers)
-- The first instances, to time a scan and a join with.
--
-- reads:  population
-- writes: few_seekers
-- grain:  one row per instance
select
    instance_id,
    label_id,
    code
from population
where instance_id <= $n_seekers
