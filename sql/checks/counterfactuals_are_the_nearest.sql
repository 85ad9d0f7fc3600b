-- name: counterfactuals_are_the_nearest
-- A minimal counterfactual has another label, and no case with another label
-- is nearer.
--
-- reads:  ranked, compared_cases
-- grain:  one row per counterfactual that is none, or not minimal
with least_distances as (
    select
        row_id,
        min(distance) as distance
    from compared_cases
    where label != other_label and distance >= 1
    group by row_id
)

select
    ranked.row_id,
    ranked.counterfactual_id,
    ranked.distance,
    compared_cases.distance as counted_distance,
    least_distances.distance as least_distance
from ranked
left join compared_cases
    on
        ranked.row_id = compared_cases.row_id
        and ranked.counterfactual_id = compared_cases.other_id
left join least_distances
    on ranked.row_id = least_distances.row_id
where
    not coalesce(
        compared_cases.label != compared_cases.other_label
        and compared_cases.distance = ranked.distance
        and compared_cases.distance = least_distances.distance,
        false
    )
