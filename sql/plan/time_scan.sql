-- name: time_scan
-- A few instances compared with all, to see what a pair costs on this machine.
--
-- reads:  few_seekers, population
-- grain:  one row
select count(*) as n_near
from few_seekers
inner join population
    on hamming(few_seekers.code, population.code) <= 1
