-- name: shown_rows
-- The row that is asked about, and its counterfactuals.
--
-- reads:  asked_rows, answers
-- writes: wanted_rows
-- grain:  one row per row_id
select row_id
from asked_rows
union all
select counterfactual_id as row_id
from answers
