-- name: read_frame
-- A data frame that Python registered.
--
-- reads:  incoming_frame
-- writes: incoming
-- grain:  one row per row of the frame
select columns(*)
from incoming_frame
