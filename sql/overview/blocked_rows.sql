-- name: blocked_rows
-- How many rows each constraint has left without a counterfactual.
--
-- reads:  summary
-- grain:  one row per blocked_by
select
    blocked_by,
    count(*) as n_rows
from summary
where blocked_by is not null
group by blocked_by
order by count(*) desc, blocked_by
