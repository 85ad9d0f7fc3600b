-- name: shown_rows
-- The rows that a report explains, and their counterfactuals.
--
-- reads:  chosen_rows, ranked
-- writes: shown_rows
-- grain:  one row per row_id
select row_id
from chosen_rows
union
select ranked.counterfactual_id as row_id
from ranked
inner join chosen_rows
    on ranked.row_id = chosen_rows.row_id
