-- name: row_texts
-- The rows that were wanted, and the texts of their features.
--
-- reads:  texts
-- grain:  one row per row_id
select
    row_id,
    feature_texts
from texts
