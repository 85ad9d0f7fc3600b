-- name: compared_sets(batch)
-- For each set of features, the cases that disagree with a target on just these:
-- how many have its label, how many another one.
--
-- All that follows is about sets of features and forgets the cases.
--
-- reads:  explained_targets, population
-- writes: compared_sets
-- grain:  one row per (target_id, disagreement)
with pairs as (
    select
        explained_targets.target_id,
        population.weight,
        explained_targets.label_id = population.label_id as is_like,
        disagreement(explained_targets.code, population.code) as disagreement
    from explained_targets
    cross join population
    where explained_targets.batch = $batch
)

select
    target_id,
    disagreement,
    cast(coalesce(sum(weight) filter (where is_like), 0) as bigint) as n_like,
    cast(coalesce(sum(weight) filter (where not is_like), 0) as bigint)
        as n_unlike
from pairs
group by target_id, disagreement
