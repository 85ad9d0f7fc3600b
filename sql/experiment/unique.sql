-- name: unique
-- The share of elements with a unique optimal counterfactual.
--
-- reads:  elements
-- grain:  one row per (repeat_id, measure)
select
    repeat_id,
    'unique_share' as measure,
    coalesce(sum(weight) filter (where is_unique), 0) / sum(weight) as value
from elements
group by repeat_id
