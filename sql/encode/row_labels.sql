-- name: row_labels(source, label)
-- The label of every row that has one: the rows of S.
--
-- reads:  the table named by $source
-- writes: row_labels
-- grain:  one row per row_id of S
select
    row_id,
    as_text(columns([$label])) as label
from query_table($source)
where columns([$label]) is not null
