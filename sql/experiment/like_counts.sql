-- name: like_counts
-- For each label that a hyperball was found from, its cases in the ball.
--
-- reads:  minimal, drawn_instances, ball_parts
-- writes: like_counts
-- grain:  one row per (repeat_id, centre_id, radius, label_id)
with wanted as (
    select distinct
        minimal.repeat_id,
        minimal.to_id as centre_id,
        minimal.distance as radius,
        drawn_instances.label_id
    from minimal
    inner join drawn_instances
        on
            minimal.repeat_id = drawn_instances.repeat_id
            and minimal.from_id = drawn_instances.instance_id
)

select
    wanted.repeat_id,
    wanted.centre_id,
    wanted.radius,
    wanted.label_id,
    cast(sum(ball_parts.n_rows) as bigint) as n_rows
from wanted
inner join ball_parts
    on
        wanted.repeat_id = ball_parts.repeat_id
        and wanted.centre_id = ball_parts.centre_id
        and wanted.label_id = ball_parts.label_id
        and wanted.radius >= ball_parts.distance
group by
    wanted.repeat_id, wanted.centre_id, wanted.radius, wanted.label_id
