-- name: dictionary
-- The values of each feature, numbered from 0 in the order of their text.
--
-- NULL is a value like any other and comes first.
--
-- reads:  cells
-- writes: dictionary
-- grain:  one row per (feature_id, value_text)
select
    feature_id,
    value_text,
    count(*) as n_rows,
    cast(
        row_number() over (
            partition by feature_id
            order by value_text nulls first
        ) - 1 as bigint
    ) as value_code
from cells
group by feature_id, value_text
