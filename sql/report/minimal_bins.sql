-- name: minimal_bins
-- How many rows have no minimal counterfactual, one, a few, or many.
--
-- Beyond 5 the steps grow, as the numbers do; `most` is NULL in the last one.
--
-- reads:  summary
-- grain:  one row per step
with steps (least, most) as (
    values
    (0, 0),
    (1, 1),
    (2, 2),
    (3, 5),
    (6, 10),
    (11, 30),
    (31, 100),
    (101, null)
)

select
    steps.least,
    steps.most,
    count(summary.row_id) as n_rows
from steps
left join summary
    on
        steps.least <= summary.n_minimal
        and summary.n_minimal <= coalesce(steps.most, summary.n_minimal)
group by steps.least, steps.most
order by steps.least
