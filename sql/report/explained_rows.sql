-- name: explained_rows
-- The chosen rows with what there is to say of each, class by class.
--
-- reads:  chosen_rows, summary, labels, asked_rows, spelled_instances
-- grain:  one row per row_id
select
    summary.row_id,
    summary.label,
    summary.min_distance,
    summary.n_minimal,
    summary.n_optimal,
    summary.is_unique,
    summary.power,
    summary.second_power,
    summary.gap,
    summary.is_contradicted,
    summary.optimal_id,
    summary.explanation,
    chosen_rows.is_least_clear,
    chosen_rows.is_clearest,
    spelled_instances.feature_texts
from chosen_rows
inner join summary
    on chosen_rows.row_id = summary.row_id
inner join labels
    on summary.label = labels.label
inner join asked_rows
    on chosen_rows.row_id = asked_rows.row_id
inner join spelled_instances
    on asked_rows.instance_id = spelled_instances.instance_id
order by
    labels.n_rows desc,
    labels.label asc,
    summary.min_distance asc nulls last,
    summary.row_id asc
