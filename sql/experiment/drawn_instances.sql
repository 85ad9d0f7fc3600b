-- name: drawn_instances
-- The samples as instances: equal rows of a sample are one, with a weight.
--
-- reads:  drawn_rows, instances
-- writes: drawn_instances
-- grain:  one row per (repeat_id, instance_id)
select
    drawn_rows.repeat_id,
    drawn_rows.instance_id,
    instances.label_id,
    instances.code,
    count(*) as weight,
    min(drawn_rows.row_id) as row_id
from drawn_rows
inner join instances
    on drawn_rows.instance_id = instances.instance_id
group by
    drawn_rows.repeat_id,
    drawn_rows.instance_id,
    instances.label_id,
    instances.code
