-- name: case_labels(label)
-- The label of each new case: the one that is given, or its own.
--
-- reads:  case_rows
-- writes: case_labels
-- grain:  one row per row_id
select
    row_id,
    coalesce(cast($label as varchar), given_label) as label
from case_rows
