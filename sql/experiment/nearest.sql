-- name: nearest
-- The distance of each element's minimal counterfactuals within its sample.
--
-- reads:  distance_counts
-- writes: nearest
-- grain:  one row per (repeat_id, from_id)
select
    repeat_id,
    from_id,
    min(distance) as distance
from distance_counts
group by repeat_id, from_id
