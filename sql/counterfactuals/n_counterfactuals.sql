-- name: n_counterfactuals
-- How many counterfactuals there are, shown or not.
--
-- reads:  unlike_instances
-- grain:  one row
select count(*) as n_counterfactuals
from unlike_instances
