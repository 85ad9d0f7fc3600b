-- name: summary
-- What there is to say of each row that was asked about.
--
-- A row without a counterfactual is here too, with n_minimal = 0.
--
-- reads:  asked_rows, spelled_instances, instance_summaries, ranked
-- writes: summary
-- grain:  one row per row_id asked about
with optimal_pairs as (
    select
        row_id,
        counterfactual_id,
        explanation
    from ranked
    where rank = 1
)

select
    asked_rows.row_id,
    from_instances.label,
    instance_summaries.min_distance,
    coalesce(instance_summaries.n_minimal, 0) as n_minimal,
    coalesce(instance_summaries.n_optimal, 0) as n_optimal,
    coalesce(instance_summaries.n_optimal = 1, false) as is_unique,
    instance_summaries.best_powers[1] as power,
    instance_summaries.best_powers[2] as second_power,
    (instance_summaries.best_powers[1] - instance_summaries.best_powers[2])
    / instance_summaries.best_powers[1] as gap,
    from_instances.is_contradicted,
    optimal_pairs.counterfactual_id as optimal_id,
    optimal_pairs.explanation
from asked_rows
inner join spelled_instances as from_instances
    on asked_rows.instance_id = from_instances.instance_id
left join instance_summaries
    on asked_rows.instance_id = instance_summaries.from_id
left join spelled_instances as to_instances
    on instance_summaries.optimal_to_id = to_instances.instance_id
left join optimal_pairs
    on
        asked_rows.row_id = optimal_pairs.row_id
        and to_instances.row_id = optimal_pairs.counterfactual_id
order by asked_rows.row_id
