-- name: spelled_new_instances
-- The new cases in words, beside the instances that the results name.
--
-- reads:  new_instances, spelled_cases
-- writes: spelled_instances
-- grain:  one row per instance_id
select
    new_instances.instance_id,
    null as row_id,
    cast(0 as bigint) as n_rows,
    new_instances.is_contradicted,
    new_instances.label,
    spelled_cases.feature_texts
from new_instances
inner join spelled_cases
    on new_instances.row_id = spelled_cases.row_id
