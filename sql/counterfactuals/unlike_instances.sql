-- name: unlike_instances
-- All counterfactuals of a target: what they change, and in how many features.
--
-- reads:  targets, instances
-- writes: unlike_instances
-- grain:  one row per instance_id
select
    instances.instance_id,
    instances.row_id,
    instances.n_rows,
    instances.label_id,
    instances.code,
    disagreement(targets.code, instances.code) as disagreement,
    hamming(targets.code, instances.code) as distance
from targets
inner join instances
    on targets.label_id != instances.label_id
where hamming(targets.code, instances.code) >= 1
