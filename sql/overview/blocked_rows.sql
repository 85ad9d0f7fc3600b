-- name: blocked_rows(target)
-- How many rows each constraint has left without a counterfactual; a row that has
-- the label to reach already lacks none.
--
-- reads:  summary
-- grain:  one row per (blocked_by, is_there)
select
    blocked_by,
    coalesce(label = cast($target as varchar), false) as is_there,
    count(*) as n_rows
from summary
where blocked_by is not null
group by blocked_by, is_there
order by is_there asc, count(*) desc, blocked_by asc
