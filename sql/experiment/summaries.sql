-- name: summaries(sample_sizes, seed)
-- Each measure over all repeats.
--
-- The interval is that of the mean, at 95 %. Sums go in the order of the repeats,
-- so that they come out the same everywhere.
--
-- reads:  measurements
-- writes: summaries
-- grain:  one row per (experiment, table_name, measure)
with sizes as (
    select
        unnest(
            cast(
                $sample_sizes as struct(
                    experiment varchar, table_name varchar, sample_size bigint
                )[]
            ),
            recursive := true
        )
),

listed as (
    select
        experiment,
        table_name,
        measure,
        list(value order by repeat) as measured
    from measurements
    group by experiment, table_name, measure
),

spread as (
    select
        experiment,
        table_name,
        measure,
        list_avg(measured) as mean,
        list_stddev_samp(measured) as sd,
        len(measured) as n_repeats
    from listed
)

select
    spread.experiment,
    spread.table_name,
    spread.measure,
    spread.mean,
    spread.sd,
    spread.mean - 1.96 * spread.sd / sqrt(spread.n_repeats) as ci_low,
    spread.mean + 1.96 * spread.sd / sqrt(spread.n_repeats) as ci_high,
    spread.n_repeats,
    sizes.sample_size,
    cast($seed as bigint) as seed
from spread
inner join sizes
    on
        spread.experiment = sizes.experiment
        and spread.table_name = sizes.table_name
