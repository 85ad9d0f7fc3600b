-- name: cells
-- Every value of every wanted row.
--
-- reads:  texts
-- writes: cells
-- grain:  one row per (row_id, feature_id)
select
    row_id,
    generate_subscripts(feature_texts, 1) as feature_id,
    unnest(feature_texts) as value_text
from texts
