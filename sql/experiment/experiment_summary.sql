-- name: experiment_summary
-- Each measure over all repeats, as it is kept in cfsql.experiment_summary.
--
-- reads:  summaries
-- grain:  one row per (experiment, table_name, measure)
select
    experiment,
    table_name,
    measure,
    mean,
    sd,
    ci_low,
    ci_high,
    n_repeats,
    sample_size,
    seed
from summaries
order by experiment, table_name, measure
