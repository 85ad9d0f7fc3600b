-- name: time_search(distance)
-- A few instances joined with all, as a search does it, to see what it costs.
--
-- reads:  few_seekers, population
-- grain:  one row
select count(*) as n_found
from few_seekers
inner join population
    on
        kept_agree(few_seekers.code, population.code)
        and few_seekers.label_id <> population.label_id
        and hamming(few_seekers.code, population.code) = $distance
