-- name: as_texts
-- What was read, with every value as text.
--
-- reads:  incoming
-- writes: incoming
-- grain:  one row per row read
select cast(columns(*) as varchar)
from incoming
