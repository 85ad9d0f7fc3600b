-- name: label_ids
-- The classes by their numbers.
--
-- reads:  labels
-- grain:  one row per label
select
    label,
    label_id
from labels
order by label_id
