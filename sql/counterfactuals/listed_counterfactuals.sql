-- name: listed_counterfactuals(limit)
-- The counterfactuals to show: all, or the nearest ones.
--
-- reads:  unlike_instances
-- writes: listed_counterfactuals
-- grain:  one row per instance_id
with placed as (
    select
        instance_id,
        row_id,
        n_rows,
        label_id,
        code,
        disagreement,
        distance,
        row_number() over (order by distance, row_id) as place
    from unlike_instances
)

select
    instance_id,
    row_id,
    n_rows,
    label_id,
    code,
    disagreement,
    distance
from placed
where place <= coalesce($limit, place)
