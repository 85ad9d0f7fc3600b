-- name: measured_balls
-- Each hyperball with its size, what it holds of its centre's class, and its
-- centre.
--
-- reads:  balls, population
-- writes: measured_balls
-- grain:  one row per (centre_id, radius)
with class_sizes as (
    select
        label_id,
        sum(weight) as n_rows
    from population
    group by label_id
),

ball_sizes as (
    select
        centre_id,
        radius,
        cast(sum(n_rows) as bigint) as n_rows
    from balls
    group by centre_id, radius
)

select
    ball_sizes.centre_id,
    ball_sizes.radius,
    ball_sizes.n_rows as ball_size,
    like_centre.n_rows as n_like_centre,
    like_centre.n_rows / class_sizes.n_rows as typicality,
    population.label_id,
    population.code
from ball_sizes
inner join population
    on ball_sizes.centre_id = population.instance_id
inner join class_sizes
    on population.label_id = class_sizes.label_id
inner join balls as like_centre
    on
        ball_sizes.centre_id = like_centre.centre_id
        and ball_sizes.radius = like_centre.radius
        and population.label_id = like_centre.label_id
