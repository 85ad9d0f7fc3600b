-- name: numbered_rows
-- What was read, numbered from 1 in its order.
--
-- reads:  incoming
-- grain:  one row per row_id
select
    row_number() over () as row_id,
    columns(*)
from incoming
