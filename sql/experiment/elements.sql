-- name: elements(random)
-- Each element of a sample: how many minimal counterfactuals it has, the powers
-- of the two best, and the metrics of the optimal one and of one drawn at random.
--
-- The optimal one is that which is listed first. `remaining` draws from the
-- others, and so for elements that have any.
--
-- reads:  drawn_instances, ranked_pairs
-- writes: elements
-- grain:  one row per (repeat_id, from_id)
with chosen as (
    select
        repeat_id,
        from_id,
        count(*) as n_minimal,
        max(power) as best_power,
        max(power) filter (where place = 2) as second_power,
        arg_min(to_id, place) as optimal_id,
        case
            when $random = 'any' then arg_min(to_id, draw)
            else arg_min(to_id, draw) filter (where place > 1)
        end as random_id
    from ranked_pairs
    group by repeat_id, from_id
)

select
    drawn_instances.repeat_id,
    drawn_instances.instance_id as from_id,
    drawn_instances.weight,
    coalesce(chosen.n_minimal, 0) as n_minimal,
    chosen.n_minimal = 1
    or chosen.best_power > chosen.second_power as is_unique,
    cast(
        (chosen.best_power - chosen.second_power) / chosen.best_power
        as decimal(38, 18)
    ) as gap,
    optimal_pairs.typicality as typicality_optimal,
    optimal_pairs.capacity as capacity_optimal,
    optimal_pairs.universality as universality_optimal,
    random_pairs.typicality as typicality_random,
    random_pairs.capacity as capacity_random,
    random_pairs.universality as universality_random
from drawn_instances
left join chosen
    on
        drawn_instances.repeat_id = chosen.repeat_id
        and drawn_instances.instance_id = chosen.from_id
left join ranked_pairs as optimal_pairs
    on
        chosen.repeat_id = optimal_pairs.repeat_id
        and chosen.from_id = optimal_pairs.from_id
        and chosen.optimal_id = optimal_pairs.to_id
left join ranked_pairs as random_pairs
    on
        chosen.repeat_id = random_pairs.repeat_id
        and chosen.from_id = random_pairs.from_id
        and chosen.random_id = random_pairs.to_id
