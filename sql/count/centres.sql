-- name: centres(batch_size)
-- The hyperballs to count: the minimal counterfactuals, at their distances.
--
-- One ball serves every row that has this counterfactual at this distance.
--
-- reads:  minimal, population
-- writes: centres
-- grain:  one row per (centre_id, radius)
with balls_needed as (
    select distinct
        to_id as centre_id,
        distance as radius
    from minimal
)

select
    balls_needed.centre_id,
    balls_needed.radius,
    population.code,
    (
        row_number() over (
            order by balls_needed.centre_id, balls_needed.radius
        ) - 1
    ) // $batch_size as batch
from balls_needed
inner join population
    on balls_needed.centre_id = population.instance_id
