-- name: open_centres(radii, n_batches)
-- The centres whose largest radius is one of some, in batches for a scan.
--
-- reads:  centres, population
-- writes: open_centres
-- grain:  one row per centre_id
select
    centres.centre_id,
    centres.radius,
    population.code,
    centres.centre_id // 64 % $n_batches as batch
from centres
inner join population
    on centres.centre_id = population.instance_id
where
    centres.radius = centres.largest_radius
    and list_contains($radii, centres.radius)
