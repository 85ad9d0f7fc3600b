-- name: distances
-- How many rows have their nearest counterfactual at which distance.
--
-- reads:  summary
-- grain:  one row per min_distance
select
    min_distance,
    count(*) as n_rows
from summary
where min_distance is not null
group by min_distance
order by min_distance
