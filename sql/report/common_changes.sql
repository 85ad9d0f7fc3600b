-- name: common_changes(n_shown)
-- The changes from one value to another that most rows would take.
--
-- reads:  optimal_answers
-- grain:  one row per (feature, from_value, to_value)
with changed as (
    select
        weight,
        unnest(changes) as changed_value
    from optimal_answers
)

select
    changed_value['feature'] as feature,
    changed_value['from_value'] as from_value,
    changed_value['to_value'] as to_value,
    round(sum(weight), 6) as n_changed
from changed
group by
    changed_value['feature'],
    changed_value['from_value'],
    changed_value['to_value']
order by
    n_changed desc,
    feature asc,
    from_value asc nulls first,
    to_value asc nulls first
limit $n_shown
