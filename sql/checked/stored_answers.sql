-- name: stored_answers(ranking, freeze, target, max_changes, min_support)
-- The counterfactuals of a stored ranking, with the constraints that it was made
-- under.
--
-- reads:  stored_ranked
-- writes: stored_answers
-- grain:  one row per (row_id, counterfactual_id)
select
    $ranking as ranking,
    cast(row_id as varchar) as row_id,
    cast(counterfactual_id as varchar) as counterfactual_id,
    counterfactual_label,
    distance,
    support,
    list_transform(changes, lambda change: change['feature']) as changed,
    cast($freeze as varchar[]) as frozen,
    cast($target as varchar) as wanted_label,
    cast($max_changes as integer) as max_changes,
    cast($min_support as integer) as min_support
from stored_ranked
