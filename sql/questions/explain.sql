-- Explain: one row that has few counterfactuals, in few statements.
--
-- A row with many is ranked as `rank` ranks it.

-- stage: nearest_cases(target_id, min_support, furthest)
-- The minimal counterfactuals of the one row that is asked about.
-- grain:  one row per instance_id
with asked_cases as (
    select
        population.label_id,
        population.code
    from population
    inner join asked_rows
        on population.instance_id = asked_rows.instance_id
),

unlike_cases as (
    select
        population.instance_id,
        population.label_id,
        population.code,
        asked_cases.label_id as asked_label_id,
        asked_cases.code as asked_code,
        hamming(asked_cases.code, population.code) as distance
    from asked_cases
    inner join population
        on
            frozen_agree(asked_cases.code, population.code)
            and asked_cases.label_id <> population.label_id
    where
        population.label_id = coalesce($target_id, population.label_id)
        and population.weight >= $min_support
),

least_distances as (
    select min(distance) as distance
    from unlike_cases
    where distance between 1 and $furthest
)

select unlike_cases.*
from unlike_cases
inner join least_distances
    on unlike_cases.distance = least_distances.distance;

-- stage: answers
-- The minimal counterfactuals of one row with their figures, best first.
--
-- Every pair is looked at: this is for a row that has few.
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
    typicality(balls.n_like, labels.n_rows) as typicality,
    capacity(balls.ball_size - balls.n_like, balls.ball_size) as capacity,
    universality(balls.n_own, balls.ball_size) as universality,
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
    on nearest_cases.label_id = labels.label_id;

-- view: shown_rows into wanted_rows
-- The row that is asked about, and its counterfactuals.
-- grain:  one row per row_id
select row_id
from asked_rows
union all
select counterfactual_id as row_id
from answers;

-- fetch: listed_answers
-- The counterfactuals of one row in the order in which they are listed.
-- grain:  one row per counterfactual_id
select
    answers.*,
    texts.feature_texts
from answers
inner join texts
    on answers.counterfactual_id = texts.row_id
order by answers.rank, answers.counterfactual_id;

-- fetch: figures
-- What the summary says of the answers of one row.
-- grain:  one row
with best as (
    select
        min(distance) as min_distance,
        count(*) as n_minimal,
        count(*) filter (where rank = 1) as n_optimal,
        max(power, 2) as powers
    from answers
)

select
    min_distance,
    n_minimal,
    n_optimal,
    n_optimal = 1 as is_unique,
    powers[1] as power,
    powers[2] as second_power,
    gap(powers[1], powers[2]) as gap
from best;
