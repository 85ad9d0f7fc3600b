-- name: answers
-- The minimal counterfactuals of one row with their figures, best first.
--
-- Every pair is looked at: this is for a row that has few.
--
-- reads:  nearest_cases, population, instances, labels
-- writes: answers
-- grain:  one row per counterfactual_id
with balls as (
    select
        nearest_cases.instance_id,
        cast(sum(population.weight) as bigint) as ball_size,
        cast(
            sum(population.weight) filter (
                where population.label_id = nearest_cases.label_id
            ) as bigint
        ) as n_like,
        cast(
            sum(population.weight) filter (
                where population.label_id = nearest_cases.asked_label_id
            ) as bigint
        ) as n_own
    from nearest_cases
    inner join population
        on
            hamming(nearest_cases.code, population.code)
            <= nearest_cases.distance
    group by nearest_cases.instance_id
)

select
    instances.row_id as counterfactual_id,
    labels.label as counterfactual_label,
    nearest_cases.distance,
    rank() over (order by balls.n_like - balls.ball_size) as rank,
    balls.ball_size - balls.n_like as power,
    balls.ball_size,
    balls.n_like / labels.n_rows as typicality,
    (balls.ball_size - balls.n_like) / balls.ball_size as capacity,
    coalesce(balls.n_own, 0) / balls.ball_size as universality,
    count(*) over (
        partition by
            disagreement(nearest_cases.asked_code, nearest_cases.code)
    ) as dag_count,
    instances.n_rows as support
from nearest_cases
inner join balls
    on nearest_cases.instance_id = balls.instance_id
inner join instances
    on nearest_cases.instance_id = instances.instance_id
inner join labels
    on nearest_cases.label_id = labels.label_id
