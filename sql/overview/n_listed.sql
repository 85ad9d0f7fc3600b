-- name: n_listed
-- How many counterfactuals are listed, minimal or not.
--
-- reads:  ranked
-- grain:  one row
select count(*) as n_listed
from ranked
