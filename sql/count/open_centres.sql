-- name: open_centres(least_radius, largest_radius, batch_size)
-- The centres whose largest radius is in a range, in batches for a scan.
--
-- reads:  centres, population
-- writes: open_centres
-- grain:  one row per centre_id
select
    centres.centre_id,
    population.code,
    (row_number() over (order by centres.centre_id) - 1)
    // $batch_size as batch
from centres
inner join population
    on centres.centre_id = population.instance_id
where
    centres.radius = centres.largest_radius
    and centres.radius between $least_radius and $largest_radius
