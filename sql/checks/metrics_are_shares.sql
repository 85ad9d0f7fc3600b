-- name: metrics_are_shares
-- Typicality, capacity and universality are between 0 and 1.
--
-- reads:  ranked
-- grain:  one row per counterfactual with a metric out of bounds
select
    row_id,
    counterfactual_id,
    typicality,
    capacity,
    universality
from ranked
where
    not coalesce(
        typicality between 0 and 1
        and capacity between 0 and 1
        and universality between 0 and 1,
        false
    )
