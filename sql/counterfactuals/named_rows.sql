-- name: named_rows
-- The row that is asked about, and those of the counterfactuals that are shown.
--
-- reads:  asked_rows, listed_counterfactuals
-- writes: wanted_rows
-- grain:  one row per row_id
select row_id
from asked_rows
union
select row_id
from listed_counterfactuals
