-- name: identified_rows(id)
-- What was read, with one of its columns as the row id.
--
-- reads:  incoming
-- grain:  one row per row_id
select
    columns([$id]) as row_id,
    columns(lambda column_name: lower(column_name) <> 'row_id')
from incoming
