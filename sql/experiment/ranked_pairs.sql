-- name: ranked_pairs(seed)
-- Each minimal counterfactual with its power and metrics, in two orders: the best
-- first, and as they are drawn.
--
-- Shares are decimals: their sums do not depend on the order in which threads
-- come to them.
--
-- reads:  minimal, drawn_instances, balls, like_counts
-- writes: ranked_pairs
-- grain:  one row per (repeat_id, from_id, to_id)
with measured as (
    select
        minimal.repeat_id,
        minimal.from_id,
        minimal.to_id,
        from_instances.weight,
        from_instances.row_id as from_row,
        to_instances.row_id as to_row,
        balls.ball_size - balls.n_like_centre as power,
        cast(balls.n_like_centre / balls.class_size as decimal(38, 18))
            as typicality,
        cast(
            (balls.ball_size - balls.n_like_centre) / balls.ball_size
            as decimal(38, 18)
        ) as capacity,
        cast(like_counts.n_rows / balls.ball_size as decimal(38, 18))
            as universality
    from minimal
    inner join drawn_instances as from_instances
        on
            minimal.repeat_id = from_instances.repeat_id
            and minimal.from_id = from_instances.instance_id
    inner join drawn_instances as to_instances
        on
            minimal.repeat_id = to_instances.repeat_id
            and minimal.to_id = to_instances.instance_id
    inner join balls
        on
            minimal.repeat_id = balls.repeat_id
            and minimal.to_id = balls.centre_id
            and minimal.distance = balls.radius
    inner join like_counts
        on
            minimal.repeat_id = like_counts.repeat_id
            and minimal.to_id = like_counts.centre_id
            and minimal.distance = like_counts.radius
            and from_instances.label_id = like_counts.label_id
)

select
    repeat_id,
    from_id,
    to_id,
    weight,
    power,
    typicality,
    capacity,
    universality,
    row_number() over (
        partition by repeat_id, from_id
        order by power desc, to_row asc
    ) as place,
    row_number() over (
        partition by repeat_id, from_id
        order by
            md5(concat($seed, ':', repeat_id, ':', from_row, ':', to_row)) asc,
            to_row asc
    ) as draw
from measured
