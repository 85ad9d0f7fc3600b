-- name: distance_counts
-- How many cases of a sample with another label are at which distance.
--
-- reads:  drawn_instances
-- writes: distance_counts
-- grain:  one row per (repeat_id, from_id, distance)
with pairs as (
    select
        drawn_instances.repeat_id,
        drawn_instances.instance_id as from_id,
        other_instances.weight,
        hamming(drawn_instances.code, other_instances.code) as distance
    from drawn_instances
    inner join drawn_instances as other_instances
        on drawn_instances.repeat_id = other_instances.repeat_id
    where drawn_instances.label_id != other_instances.label_id
)

select
    repeat_id,
    from_id,
    distance,
    cast(sum(weight) as bigint) as n_rows
from pairs
where distance >= 1
group by repeat_id, from_id, distance
