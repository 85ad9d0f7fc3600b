-- name: shown_rows
-- The row that is asked about, and its counterfactuals.
--
-- reads:  asked_rows, shown_instances
-- writes: shown_rows
-- grain:  one row per row_id
select row_id
from asked_rows
union
select row_id
from shown_instances
