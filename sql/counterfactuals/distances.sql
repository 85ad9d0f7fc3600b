-- name: distances
-- The distances of the counterfactuals that are shown.
--
-- reads:  listed_counterfactuals
-- grain:  one row per distance
select distinct distance
from listed_counterfactuals
order by distance
