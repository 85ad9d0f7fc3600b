-- name: ranked_run(result)
-- The options that a stored ranking was made with, and the version that made it.
--
-- reads:  runs
-- grain:  one row, or none
select
    options,
    version
from runs
where command = 'rank' and result_name = $result
order by finished_at desc
limit 1
