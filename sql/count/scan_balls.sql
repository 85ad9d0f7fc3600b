-- name: scan_balls(radius, batch)
-- The rows around each centre by distance and label, over every pair.
--
-- Most pairs are too far from each other in the first word already, and the
-- other words of these are not looked at.
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
    on near(open_centres.code, population.code, $radius)
where
    open_centres.batch = $batch
    and hamming(open_centres.code, population.code) <= $radius
group by
    open_centres.centre_id,
    hamming(open_centres.code, population.code),
    population.label_id
