-- name: incoming_size
-- How many rows were read.
--
-- reads:  incoming
-- grain:  one row
select count(*) as n_rows
from incoming
