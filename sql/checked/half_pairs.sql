-- name: half_pairs
-- The minimal counterfactuals of each row, where only half of the cases are known.
--
-- reads:  minimal, asked_rows, instances
-- writes: half_pairs
-- grain:  one row per (row_id, other_id)
select
    asked_rows.row_id,
    instances.row_id as other_id,
    minimal.distance
from minimal
inner join asked_rows
    on minimal.from_id = asked_rows.instance_id
inner join instances
    on minimal.to_id = instances.instance_id
