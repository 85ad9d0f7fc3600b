-- name: hamming
-- Counterfactual rows at each distance, and minimal counterfactuals, per element.
--
-- reads:  drawn_instances, distance_counts, elements, features
-- grain:  one row per (repeat_id, measure)
with sizes as (
    select
        repeat_id,
        sum(weight) as n_elements,
        sum(weight * n_minimal) as n_minimal
    from elements
    group by repeat_id
),

counts as (
    select
        distance_counts.repeat_id,
        distance_counts.distance,
        sum(drawn_instances.weight * distance_counts.n_rows) as n_rows
    from distance_counts
    inner join drawn_instances
        on
            distance_counts.repeat_id = drawn_instances.repeat_id
            and distance_counts.from_id = drawn_instances.instance_id
    group by distance_counts.repeat_id, distance_counts.distance
)

select
    sizes.repeat_id,
    concat('at_distance_', features.feature_id) as measure,
    coalesce(counts.n_rows, 0) / sizes.n_elements as value
from sizes
cross join features
left join counts
    on
        sizes.repeat_id = counts.repeat_id
        and features.feature_id = counts.distance
union all
select
    repeat_id,
    'n_minimal' as measure,
    n_minimal / n_elements as value
from sizes
