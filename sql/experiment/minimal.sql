-- name: minimal
-- The minimal counterfactuals of each element within its sample.
--
-- reads:  nearest, drawn_instances
-- writes: minimal
-- grain:  one row per (repeat_id, from_id, to_id)
with seekers as (
    select
        nearest.repeat_id,
        nearest.from_id,
        nearest.distance,
        drawn_instances.label_id,
        drawn_instances.code
    from nearest
    inner join drawn_instances
        on
            nearest.repeat_id = drawn_instances.repeat_id
            and nearest.from_id = drawn_instances.instance_id
)

select
    seekers.repeat_id,
    seekers.from_id,
    drawn_instances.instance_id as to_id,
    seekers.distance
from drawn_instances
inner join seekers
    on
        drawn_instances.repeat_id = seekers.repeat_id
        and drawn_instances.label_id != seekers.label_id
        and hamming(drawn_instances.code, seekers.code) = seekers.distance
