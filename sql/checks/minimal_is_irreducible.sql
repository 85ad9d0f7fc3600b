-- name: minimal_is_irreducible
-- No counterfactual has a part of the changes of a minimal one (irreducible, by
-- subsets).
--
-- reads:  ranked, compared_cases, checked_features, cells
-- grain:  one row per minimal counterfactual that can be reduced
with nearer_cases as (
    select
        ranked.row_id,
        ranked.counterfactual_id,
        compared_cases.other_id,
        compared_cases.differing
    from ranked
    inner join compared_cases
        on
            ranked.row_id = compared_cases.row_id
            and ranked.distance > compared_cases.distance
    where
        compared_cases.label != compared_cases.other_label
        and compared_cases.distance >= 1
)

select
    nearer_cases.row_id,
    nearer_cases.counterfactual_id,
    nearer_cases.other_id
from nearer_cases
inner join checked_features
    on bit_count(nearer_cases.differing & checked_features.own_bit) = 1
inner join cells as own_cells
    on
        nearer_cases.counterfactual_id = own_cells.row_id
        and checked_features.feature_id = own_cells.feature_id
inner join cells as other_cells
    on
        nearer_cases.other_id = other_cells.row_id
        and checked_features.feature_id = other_cells.feature_id
group by
    nearer_cases.row_id, nearer_cases.counterfactual_id, nearer_cases.other_id
having
    bool_and(own_cells.value_text is not distinct from other_cells.value_text)
