-- name: summary
-- What there is to say of each row that was asked about.
--
-- A row without a counterfactual is here too, with n_minimal = 0.
--
-- reads:  asked_rows, shown_instances, instance_summaries, first_spelled
-- writes: summary
-- grain:  one row per row_id asked about
select
    asked_rows.row_id,
    shown_instances.label,
    instance_summaries.min_distance,
    coalesce(instance_summaries.n_minimal, 0) as n_minimal,
    coalesce(instance_summaries.n_optimal, 0) as n_optimal,
    coalesce(instance_summaries.n_optimal = 1, false) as is_unique,
    instance_summaries.best_powers[1] as power,
    instance_summaries.best_powers[2] as second_power,
    (instance_summaries.best_powers[1] - instance_summaries.best_powers[2])
    / nullif(instance_summaries.best_powers[1], 0) as gap,
    shown_instances.is_contradicted,
    first_spelled.counterfactual_id as optimal_id,
    first_spelled.explanation
from asked_rows
inner join shown_instances
    on asked_rows.instance_id = shown_instances.instance_id
left join instance_summaries
    on asked_rows.instance_id = instance_summaries.from_id
left join first_spelled
    on asked_rows.row_id = first_spelled.row_id
order by asked_rows.row_id
