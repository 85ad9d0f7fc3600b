-- name: changes_are_no_part_of_the_row
-- No change of a counterfactual is a value that the row has already (ψ ∩ a = ∅).
--
-- reads:  ranked, features, cells
-- grain:  one row per change that is none
with changes as (
    select
        row_id,
        counterfactual_id,
        unnest(changes) as change_of
    from ranked
)

select
    changes.row_id,
    changes.counterfactual_id,
    features.feature,
    cells.value_text
from changes
inner join features
    on changes.change_of['feature'] = features.feature
inner join cells
    on
        changes.row_id = cells.row_id
        and features.feature_id = cells.feature_id
where
    changes.change_of['to_value'] is not distinct from cells.value_text
    or changes.change_of['from_value'] is distinct from cells.value_text
