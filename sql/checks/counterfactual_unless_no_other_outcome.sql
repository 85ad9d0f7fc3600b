-- name: counterfactual_unless_no_other_outcome
-- A row has no counterfactual if and only if no case that differs from it has
-- another label (S_a is empty).
--
-- Contradictions, which the paper rules out, are not counterfactuals.
--
-- reads:  summary, compared_cases
-- grain:  one row per row_id that has one too many or too few
with unlike_counts as (
    select
        row_id,
        count(*) filter (where label != other_label and distance >= 1)
            as n_unlike
    from compared_cases
    group by row_id
)

select
    unlike_counts.row_id,
    summary.n_minimal,
    unlike_counts.n_unlike
from unlike_counts
left join summary
    on unlike_counts.row_id = summary.row_id
where
    not coalesce((summary.n_minimal = 0) = (unlike_counts.n_unlike = 0), false)
