-- name: synthetic_powers
-- The counterfactual power of each minimal counterfactual, by its hyperball.
--
-- reads:  synthetic_rows, synthetic_outcomes, synthetic_minimal
-- writes: synthetic_powers
-- grain:  one row per (size, own_bits, centre_id, radius)
with balls as (
    select distinct
        size,
        own_bits,
        to_id as centre_id,
        distance as radius
    from synthetic_minimal
),

sizes as (
    select distinct size
    from synthetic_outcomes
),

reaches as (
    select
        sizes.size,
        balls.centre_id,
        centres.code,
        centres.label_bits,
        max(balls.radius) as reach
    from balls
    inner join synthetic_rows as centres
        on balls.centre_id = centres.row_id
    inner join sizes
        on balls.size >= sizes.size
    group by sizes.size, balls.centre_id, centres.code, centres.label_bits
),

pairs as (
    select
        reaches.centre_id,
        near_rows.size,
        reaches.label_bits & near_rows.label_bits as shared_bits,
        bit_count(xor(reaches.code, near_rows.code)) // 2 as distance
    from synthetic_rows as near_rows
    inner join reaches
        on
            near_rows.size = reaches.size
            and bit_count(xor(near_rows.code, reaches.code)) // 2
            <= reaches.reach
)

select
    balls.size,
    balls.own_bits,
    balls.centre_id,
    balls.radius,
    count(*) as power
from balls
inner join pairs
    on
        balls.centre_id = pairs.centre_id
        and balls.size >= pairs.size
        and balls.radius >= pairs.distance
        and balls.own_bits & pairs.shared_bits = 0
group by balls.size, balls.own_bits, balls.centre_id, balls.radius
