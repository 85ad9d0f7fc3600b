-- name: listed_answers(label, to_label, feature, from_value, to_value, has_values, distance, within, least, most, clear, gap_tenth, answered, contradicted, skip, n_shown)
-- Rows of a ranking that are counted together in a figure, with their answers.
--
-- What is NULL is not asked for; has_values says whether from_value and to_value
-- are. A row is here when one of its optimal counterfactuals is as asked. A tenth
-- of the gap is counted as the histogram counts it.
--
-- reads:  summary, ranked
-- grain:  one row per row_id
with fitting_answers as (
    select
        row_id,
        list(distinct counterfactual_label) as counterfactual_labels
    from ranked
    where
        is_optimal
        and counterfactual_label = coalesce($to_label, counterfactual_label)
        and (
            $feature is null
            or len(
                list_filter(
                    changes,
                    lambda change: change['feature'] = $feature
                    and (
                        not $has_values
                        or (
                            change['from_value'] is not distinct from
                            cast($from_value as varchar)
                            and change['to_value'] is not distinct from
                            cast($to_value as varchar)
                        )
                    )
                )
            ) > 0
        )
    group by row_id
)

select
    summary.row_id,
    summary.label,
    summary.min_distance,
    summary.n_minimal,
    summary.n_optimal,
    summary.gap,
    summary.is_contradicted,
    summary.explanation,
    fitting_answers.counterfactual_labels,
    count(*) over () as n_rows
from summary
left join fitting_answers
    on summary.row_id = fitting_answers.row_id
where
    summary.label = coalesce($label, summary.label)
    and (
        ($feature is null and $to_label is null)
        or fitting_answers.row_id is not null
    )
    and ($distance is null or summary.min_distance = $distance)
    and ($within is null or summary.min_distance <= $within)
    and ($least is null or summary.n_minimal >= $least)
    and ($most is null or summary.n_minimal <= $most)
    and (
        $clear is null
        or $clear = case
            when summary.n_minimal = 0 then 'none'
            when summary.n_minimal = 1 then 'only'
            when summary.is_unique then 'best'
            else 'tied'
        end
    )
    and (
        $gap_tenth is null
        or 10 * (summary.power - summary.second_power)
        between summary.power * ($gap_tenth - 1) + 1
        and summary.power * $gap_tenth
    )
    and ($answered is null or (summary.n_minimal > 0) = $answered)
    and (summary.is_contradicted or not $contradicted)
order by summary.row_id
limit $n_shown offset $skip
