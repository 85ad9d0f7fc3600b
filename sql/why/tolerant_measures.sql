-- name: tolerant_measures
-- Each factual explanation with exceptions: its cases were counted to find it.
--
-- reads:  factual_sets
-- writes: measured_sets
-- grain:  one row per (target_id, chosen)
select
    target_id,
    chosen,
    coverage,
    precision
from factual_sets
