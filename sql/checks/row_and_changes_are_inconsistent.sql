-- name: row_and_changes_are_inconsistent
-- A row together with its changes has two values for some feature (a ∪ ψ is
-- inconsistent).
--
-- reads:  ranked
-- grain:  one row per counterfactual that changes nothing
select
    row_id,
    counterfactual_id,
    changes
from ranked
where
    len(
        list_filter(
            changes,
            lambda change: change['from_value'] is distinct from
            change['to_value']
        )
    ) = 0
