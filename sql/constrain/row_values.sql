-- name: row_values(names)
-- What a user's condition looks at: some columns of each row, as they are.
--
-- reads:  source_rows
-- writes: row_values
-- grain:  one row per row_id
select
    row_id,
    struct_pack(*columns($names)) as case_values
from source_rows
