-- name: scan_balls(radius, batch)
-- The rows around each centre by distance and label, over every pair.
--
-- reads:  open_centres, population
-- writes: ball_parts
-- grain:  one row per (centre_id, distance, label_id) with rows in it
select
    open_centres.centre_id,
    hamming(open_centres.code, population.code) as distance,
    population.label_id,
    cast(sum(population.weight) as bigint) as n_rows
from open_centres
inner join population
    on hamming(open_centres.code, population.code) <= $radius
where open_centres.batch = $batch
group by
    open_centres.centre_id,
    hamming(open_centres.code, population.code),
    population.label_id
