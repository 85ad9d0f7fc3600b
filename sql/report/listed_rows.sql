-- name: listed_rows(rows)
-- The rows whose explanations were asked for by id.
--
-- reads:  summary
-- writes: chosen_rows
-- grain:  one row per row_id
select
    row_id,
    false as is_least_clear,
    false as is_clearest
from summary
where list_contains($rows, cast(row_id as varchar))
