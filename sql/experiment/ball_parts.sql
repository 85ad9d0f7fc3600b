-- name: ball_parts
-- How many cases of each label are at which distance from a centre.
--
-- reads:  centres, drawn_instances
-- writes: ball_parts
-- grain:  one row per (repeat_id, centre_id, distance, label_id)
with pairs as (
    select
        centres.repeat_id,
        centres.centre_id,
        centres.radius,
        drawn_instances.label_id,
        drawn_instances.weight,
        hamming(centres.code, drawn_instances.code) as distance
    from drawn_instances
    inner join centres
        on drawn_instances.repeat_id = centres.repeat_id
)

select
    repeat_id,
    centre_id,
    distance,
    label_id,
    cast(sum(weight) as bigint) as n_rows
from pairs
where distance <= radius
group by repeat_id, centre_id, distance, label_id
