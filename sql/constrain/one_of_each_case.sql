-- name: one_of_each_case
-- Of several parts of one instance that answer a row, the first.
--
-- reads:  minimal, instances
-- writes: distinct_minimal
-- grain:  one row per (from_id, to_id)
select
    minimal.from_id,
    min(minimal.to_id) as to_id,
    minimal.distance
from minimal
inner join instances
    on minimal.to_id = instances.instance_id
group by minimal.from_id, minimal.distance, instances.case_id
