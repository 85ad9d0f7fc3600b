-- name: power_is_at_least_one
-- A counterfactual explains at least the row that it was found for.
--
-- reads:  ranked
-- grain:  one row per counterfactual without power
select
    row_id,
    counterfactual_id,
    power
from ranked
where not coalesce(power >= 1, false)
