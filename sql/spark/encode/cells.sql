-- name: cells
-- Every value of every wanted row.
--
-- On Spark: it numbers the elements of a list from 0, and by another function.
--
-- reads:  texts
-- writes: cells
-- grain:  one row per (row_id, feature_id)
select
    texts.row_id,
    cast(listed.place + 1 as bigint) as feature_id,
    listed.value_text
from texts
    lateral view posexplode(texts.feature_texts) listed as place, value_text
