-- name: nearest_cases(target_id, min_support, furthest)
-- The minimal counterfactuals of the one row that is asked about.
--
-- reads:  asked_rows, population
-- writes: nearest_cases
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

select
    unlike_cases.instance_id,
    unlike_cases.label_id,
    unlike_cases.code,
    unlike_cases.asked_label_id,
    unlike_cases.asked_code,
    unlike_cases.distance
from unlike_cases
inner join least_distances
    on unlike_cases.distance = least_distances.distance
