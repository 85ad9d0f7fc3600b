-- name: incoming_columns
-- The names and types of what was read, in its order.
--
-- reads:  incoming
-- grain:  one row per column
select
    name as column_name,
    type as column_type
from pragma_table_info('incoming')
order by cid
