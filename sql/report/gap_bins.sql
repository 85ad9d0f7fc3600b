-- name: gap_bins
-- How many rows have a gap of 0, up to 0.1, up to 0.2, and so on.
--
-- A gap of 0 is a tie, and has a step of its own. Rows with a single minimal
-- counterfactual have no gap. Whole numbers are compared: 0.7 * 10 is above 7.
--
-- reads:  summary
-- grain:  one row per tenth
with tenths as (
    select unnest(range(11)) as tenth
)

select
    tenths.tenth,
    count(summary.row_id) as n_rows
from tenths
left join summary
    on
        10 * (summary.power - summary.second_power)
        between summary.power * (tenths.tenth - 1) + 1
        and summary.power * tenths.tenth
group by tenths.tenth
order by tenths.tenth
