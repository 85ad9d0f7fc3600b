-- name: listed_sets(per_row)
-- The explanations of each target in the order in which they are listed, and of
-- these the first few, if only so many are wanted.
--
-- reads:  measured_sets, feature_sets
-- writes: listed_sets
-- grain:  one row per (target_id, chosen)
with placed_sets as (
    select
        measured_sets.target_id,
        measured_sets.chosen,
        feature_sets.features,
        measured_sets.coverage,
        measured_sets.precision,
        cast(len(feature_sets.features) as integer) as size,
        row_number() over (
            partition by measured_sets.target_id
            order by
                len(feature_sets.features) asc,
                measured_sets.coverage desc,
                feature_sets.features asc
        ) as place,
        count(*) over (partition by measured_sets.target_id) as n_found
    from measured_sets
    inner join feature_sets
        on measured_sets.chosen = feature_sets.chosen
)

select
    target_id,
    chosen,
    features,
    size,
    coverage,
    precision,
    place,
    n_found
from placed_sets
where place <= coalesce($per_row, place)
