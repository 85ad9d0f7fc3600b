-- name: not_blamed
-- The targets that no constraint before the last two has taken all from.
--
-- reads:  unanswered, blamed
-- writes: not_blamed
-- grain:  one row per target
select
    unanswered.instance_id,
    unanswered.label_id,
    unanswered.code,
    unanswered.case_values
from unanswered
anti join blamed
    on unanswered.instance_id = blamed.instance_id
