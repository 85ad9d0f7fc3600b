-- name: fewer_cases_give_no_other_counterfactual
-- What is a counterfactual among half of the cases is one among all (monotony).
--
-- reads:  half_pairs, compared_cases, summary
-- grain:  one row per counterfactual that the whole table does not have
select
    half_pairs.row_id,
    half_pairs.other_id,
    half_pairs.distance,
    summary.min_distance
from half_pairs
left join compared_cases
    on
        half_pairs.row_id = compared_cases.row_id
        and half_pairs.other_id = compared_cases.other_id
left join summary
    on half_pairs.row_id = summary.row_id
where
    not coalesce(
        compared_cases.label != compared_cases.other_label
        and compared_cases.distance = half_pairs.distance
        and compared_cases.distance >= 1
        and half_pairs.distance >= summary.min_distance,
        false
    )
