-- name: unequal_cases(features)
-- The cases of which another one differs in what is protected alone, and has another
-- label; with their protected values by name.
--
-- reads:  matched_cases
-- writes: unequal_cases
-- grain:  one row per case_id in a pair
select
    case_id,
    group_id,
    row_id,
    label,
    n_rows,
    is_contradicted,
    list_transform(
        range(1, len(protected_values) + 1),
        lambda position: {
            feature: cast($features as varchar[])[position],
            value: protected_values[position]
        }
    ) as protected
from matched_cases
where n_unequal > 0
