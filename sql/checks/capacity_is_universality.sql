-- name: capacity_is_universality
-- Where there are two classes, capacity and universality are the same.
--
-- reads:  ranked, labels
-- grain:  one row per counterfactual for which they differ
select
    row_id,
    counterfactual_id,
    capacity,
    universality
from ranked
where
    capacity != universality
    and (
        select count(*)
        from labels
    ) = 2
