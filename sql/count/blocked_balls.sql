-- name: blocked_balls(radius)
-- The rows around each centre that agree with it on a choice of blocks.
--
-- A row that several choices would find is kept by the one whose dropped blocks
-- differ. `kept_agree` and `dropped_differ` are generated from the choice.
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
    on
        kept_agree(open_centres.code, population.code)
        and hamming(open_centres.code, population.code) <= $radius
        and dropped_differ(open_centres.code, population.code)
group by
    open_centres.centre_id,
    hamming(open_centres.code, population.code),
    population.label_id
