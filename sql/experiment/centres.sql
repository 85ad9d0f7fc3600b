-- name: centres
-- The hyperballs to count, each out to its largest radius.
--
-- reads:  minimal, drawn_instances
-- writes: centres
-- grain:  one row per (repeat_id, centre_id)
with radii as (
    select
        repeat_id,
        to_id as centre_id,
        max(distance) as radius
    from minimal
    group by repeat_id, to_id
)

select
    radii.repeat_id,
    radii.centre_id,
    radii.radius,
    drawn_instances.label_id,
    drawn_instances.code
from radii
inner join drawn_instances
    on
        radii.repeat_id = drawn_instances.repeat_id
        and radii.centre_id = drawn_instances.instance_id
