-- name: labels
-- The classes, numbered from 0 in the order of their text.
--
-- reads:  row_labels
-- writes: labels
-- grain:  one row per label
select
    label,
    count(*) as n_rows,
    cast(row_number() over (order by label) - 1 as bigint) as label_id
from row_labels
group by label
