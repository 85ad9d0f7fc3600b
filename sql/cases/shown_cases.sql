-- name: shown_cases
-- The new cases, as the results name them.
--
-- reads:  new_instances
-- writes: shown_instances
-- grain:  one row per instance_id
select
    instance_id,
    null as row_id,
    cast(0 as bigint) as n_rows,
    is_contradicted,
    label
from new_instances
