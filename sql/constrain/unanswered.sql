-- name: unanswered
-- The targets that no counterfactual was found for.
--
-- reads:  targets, minimal
-- writes: unanswered
-- grain:  one row per target without an answer
select
    targets.instance_id,
    targets.label_id,
    targets.code,
    targets.case_values
from targets
anti join minimal
    on targets.instance_id = minimal.from_id
