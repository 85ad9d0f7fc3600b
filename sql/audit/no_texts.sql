-- name: no_texts
-- No protected column: rows without texts.
--
-- reads:  cases
-- writes: texts
-- grain:  one row per row_id of S
select
    row_id,
    cast([] as varchar[]) as feature_texts
from cases
