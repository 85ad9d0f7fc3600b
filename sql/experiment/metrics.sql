-- name: metrics
-- The mean metrics of the optimal counterfactual and of the one drawn at random,
-- over the elements for which one was drawn.
--
-- reads:  elements
-- grain:  one row per (repeat_id, measure)
with means as (
    select
        repeat_id,
        sum(weight * typicality_optimal) / sum(weight) as typicality_optimal,
        sum(weight * typicality_random) / sum(weight) as typicality_random,
        sum(weight * capacity_optimal) / sum(weight) as capacity_optimal,
        sum(weight * capacity_random) / sum(weight) as capacity_random,
        sum(weight * universality_optimal) / sum(weight)
            as universality_optimal,
        sum(weight * universality_random) / sum(weight) as universality_random
    from elements
    where typicality_random is not null
    group by repeat_id
)

select
    repeat_id,
    measure,
    value
from means
unpivot (
    value for measure in (
        typicality_optimal,
        typicality_random,
        capacity_optimal,
        capacity_random,
        universality_optimal,
        universality_random
    )
)
