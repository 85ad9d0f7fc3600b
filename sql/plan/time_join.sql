-- name: time_join(radius)
-- A few instances joined with all on a choice of blocks, to see what it costs.
--
-- reads:  few_seekers, population
-- grain:  one row
select count(*) as n_near
from few_seekers
inner join population
    on
        kept_agree(few_seekers.code, population.code)
        and hamming(few_seekers.code, population.code) <= $radius
