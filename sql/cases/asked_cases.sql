-- name: asked_cases
-- The new cases, as what is asked about.
--
-- reads:  new_instances
-- writes: asked_rows
-- grain:  one row per row_id
select
    row_id,
    instance_id
from new_instances
