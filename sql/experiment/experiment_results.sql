-- name: experiment_results
-- Each measure of each repeat, as it is kept in cfsql.experiment_results.
--
-- reads:  measurements
-- grain:  one row per (experiment, table_name, repeat, measure)
select
    experiment,
    table_name,
    repeat,
    measure,
    value
from measurements
order by experiment, table_name, repeat, measure
