-- name: class_counts
-- The classes, the largest first.
--
-- reads:  labels
-- grain:  one row per label
select
    label,
    n_rows
from labels
order by n_rows desc, label asc
