-- name: summed_sets
-- The counts over sets of features so far, with equal keys added up.
--
-- reads:  set_parts
-- writes: set_parts
-- grain:  one row per (centre_id, n_dropped, label_id)
select
    centre_id,
    n_dropped,
    label_id,
    cast(sum(n_rows) as bigint) as n_rows
from set_parts
group by centre_id, n_dropped, label_id
