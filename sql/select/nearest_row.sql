-- name: nearest_row(row)
-- The first and the last row id, and the one that looks most like a wrong one.
--
-- reads:  source_rows
-- grain:  one row
select
    min(row_id) as first_id,
    max(row_id) as last_id,
    arg_min(
        row_id,
        coalesce(
            abs(
                try_cast(cast(row_id as varchar) as double)
                - try_cast($row as double)
            ),
            levenshtein(cast(row_id as varchar), $row)
        )
    ) as nearest_id
from source_rows
