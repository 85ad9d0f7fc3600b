-- name: time_count(radius)
-- A few instances joined with all, as hyperballs are counted, to see what it
-- costs.
--
-- reads:  few_seekers, population
-- grain:  one row
with counted as (
    select
        few_seekers.instance_id,
        hamming(few_seekers.code, population.code) as distance,
        population.label_id,
        cast(sum(population.weight) as bigint) as n_rows
    from few_seekers
    inner join population
        on
            kept_agree(few_seekers.code, population.code)
            and hamming(few_seekers.code, population.code) <= $radius
            and dropped_differ(few_seekers.code, population.code)
    group by
        few_seekers.instance_id,
        hamming(few_seekers.code, population.code),
        population.label_id
)

select count(*) as n_counted
from counted
