-- name: blocked_at_last(step)
-- The targets that no constraint before the last one has taken all from.
--
-- reads:  unanswered, blamed
-- writes: blamed
-- grain:  one row per target
select
    unanswered.instance_id,
    $step as blocked_by
from unanswered
anti join blamed
    on unanswered.instance_id = blamed.instance_id
