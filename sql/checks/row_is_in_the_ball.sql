-- name: row_is_in_the_ball
-- The hyperball around a counterfactual contains the row itself (a ∈ B(a,b)).
--
-- So it contains a case with the row's label, and one with the other.
--
-- reads:  ranked, compared_cases
-- grain:  one row per counterfactual whose ball does not
select
    ranked.row_id,
    ranked.counterfactual_id,
    ranked.distance,
    compared_cases.distance as counted_distance,
    ranked.ball_size
from ranked
inner join compared_cases
    on
        ranked.row_id = compared_cases.row_id
        and ranked.counterfactual_id = compared_cases.other_id
where
    not coalesce(
        compared_cases.distance <= ranked.distance
        and coalesce(ranked.universality, 1) > 0
        and coalesce(ranked.typicality, 1) > 0
        and ranked.ball_size >= 2,
        false
    )
