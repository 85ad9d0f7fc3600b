-- name: named_classes(n_classes)
-- The classes that are shown by name: those that most answers go from or to.
--
-- They are placed by their size in the table, as everywhere.
--
-- reads:  optimal_answers, labels
-- writes: named_classes
-- grain:  one row per label
with both_ends as (
    select
        label,
        weight
    from optimal_answers
    union all
    select
        counterfactual_label as label,
        weight
    from optimal_answers
),

frequent_classes as (
    select label
    from both_ends
    group by label
    order by round(sum(weight), 6) desc, label asc
    limit $n_classes
)

select
    labels.label,
    row_number() over (order by labels.n_rows desc, labels.label asc) as place
from frequent_classes
inner join labels
    on frequent_classes.label = labels.label
