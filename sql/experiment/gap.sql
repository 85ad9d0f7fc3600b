-- name: gap
-- The mean gap over the elements with two or more minimal counterfactuals, and
-- over those of them that have a unique optimal one.
--
-- reads:  elements
-- grain:  one row per (repeat_id, measure)
select
    repeat_id,
    'gap_all' as measure,
    sum(weight * gap) / sum(weight) as value
from elements
where n_minimal >= 2
group by repeat_id
union all
select
    repeat_id,
    'gap_unique' as measure,
    sum(weight * gap) / sum(weight) as value
from elements
where n_minimal >= 2 and is_unique
group by repeat_id
