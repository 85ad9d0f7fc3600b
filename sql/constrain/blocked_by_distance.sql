-- name: blocked_by_distance
-- The targets without an answer within the distance, whatever else is required.
--
-- reads:  not_blamed, minimal
-- writes: blamed
-- grain:  one row per target
select
    not_blamed.instance_id,
    'max-changes' as blocked_by
from not_blamed
anti join minimal
    on not_blamed.instance_id = minimal.from_id
