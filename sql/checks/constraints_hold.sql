-- name: constraints_hold
-- No counterfactual of a stored ranking violates a constraint it was made under.
--
-- reads:  stored_answers
-- grain:  one row per counterfactual that violates one
select
    ranking,
    row_id,
    counterfactual_id,
    case
        when list_has_any(changed, frozen) then 'freeze'
        when counterfactual_label <> wanted_label then 'target'
        when distance > max_changes then 'max-changes'
        else 'min-support'
    end as violated
from stored_answers
where
    list_has_any(changed, frozen)
    or counterfactual_label <> wanted_label
    or distance > max_changes
    or support < min_support
