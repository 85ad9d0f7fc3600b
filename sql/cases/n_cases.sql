-- name: n_cases
-- How many new cases there are.
--
-- reads:  new_instances
-- grain:  one row
select count(*) as n_cases
from new_instances
