-- name: relevance
-- Of the relevant features, the share that the optimal counterfactual changes, on
-- average over the rows that have one; the optimal one is that listed first.
--
-- reads:  synthetic_outcomes, synthetic_minimal, synthetic_powers
-- grain:  one row per (size, n_relevant, label_function)
with optimal as (
    select
        minimal.size,
        minimal.own_bits,
        minimal.from_id,
        arg_max(
            minimal.changed_bits,
            { power: powers.power, earlier: -minimal.to_id }
        ) as changed_bits
    from synthetic_minimal as minimal
    inner join synthetic_powers as powers
        on
            minimal.size = powers.size
            and minimal.own_bits = powers.own_bits
            and minimal.to_id = powers.centre_id
            and minimal.distance = powers.radius
    group by minimal.size, minimal.own_bits, minimal.from_id
)

select
    concat(
        'relevant_share_', outcomes.label_function, '_', outcomes.n_relevant,
        '_of_', outcomes.size
    ) as measure,
    sum(
        bit_count(
            optimal.changed_bits
            & ((cast(1 as bigint) << (3 * outcomes.n_relevant)) - 1)
        ) // 2
    ) / (count(*) * outcomes.n_relevant) as value
from optimal
inner join synthetic_outcomes as outcomes
    on
        optimal.size = outcomes.size
        and optimal.own_bits = outcomes.own_bits
group by outcomes.size, outcomes.n_relevant, outcomes.label_function
