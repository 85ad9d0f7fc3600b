-- name: scan_balls(batch)
-- The rows in each hyperball by label, over every pair.
--
-- reads:  centres, population
-- writes: balls
-- grain:  one row per (centre_id, radius, label_id) with rows in it
select
    centres.centre_id,
    centres.radius,
    population.label_id,
    cast(sum(population.weight) as bigint) as n_rows
from centres
inner join population
    on hamming(centres.code, population.code) <= centres.radius
where centres.batch = $batch
group by centres.centre_id, centres.radius, population.label_id
