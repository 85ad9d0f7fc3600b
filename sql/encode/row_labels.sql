-- name: row_labels(label)
-- The label of every row that has one: the rows of S.
--
-- reads:  source_rows
-- writes: row_labels
-- grain:  one row per row_id of S
select
    row_id,
    as_text(columns([$label])) as label
from source_rows
where columns([$label]) is not null
