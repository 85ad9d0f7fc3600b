-- name: balls
-- Each hyperball: its cases, those with the centre's label, and its typicality.
--
-- reads:  minimal, centres, ball_parts, drawn_instances
-- writes: balls
-- grain:  one row per (repeat_id, centre_id, radius)
with radii as (
    select distinct
        repeat_id,
        to_id as centre_id,
        distance as radius
    from minimal
),

class_sizes as (
    select
        repeat_id,
        label_id,
        sum(weight) as n_rows
    from drawn_instances
    group by repeat_id, label_id
)

select
    radii.repeat_id,
    radii.centre_id,
    radii.radius,
    cast(sum(ball_parts.n_rows) as bigint) as ball_size,
    cast(
        sum(ball_parts.n_rows) filter (
            where ball_parts.label_id = centres.label_id
        ) as bigint
    ) as n_like_centre,
    any_value(class_sizes.n_rows) as class_size
from radii
inner join centres
    on
        radii.repeat_id = centres.repeat_id
        and radii.centre_id = centres.centre_id
inner join ball_parts
    on
        radii.repeat_id = ball_parts.repeat_id
        and radii.centre_id = ball_parts.centre_id
        and radii.radius >= ball_parts.distance
inner join class_sizes
    on
        centres.repeat_id = class_sizes.repeat_id
        and centres.label_id = class_sizes.label_id
group by radii.repeat_id, radii.centre_id, radii.radius
