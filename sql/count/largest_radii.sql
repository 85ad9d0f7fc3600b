-- name: largest_radii
-- How many centres have which radius as their largest.
--
-- reads:  centres
-- grain:  one row per largest_radius
select
    largest_radius,
    count(*) as n_centres
from centres
where radius = largest_radius
group by largest_radius
order by largest_radius
