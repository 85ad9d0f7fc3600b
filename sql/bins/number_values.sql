-- name: number_values
-- The values of the columns to be cut into intervals, as numbers.
--
-- n_rows counts the rows of S: others have no say in where to cut.
--
-- reads:  cells, row_labels
-- writes: number_values
-- grain:  one row per (feature_id, value_text)
with counted_values as (
    select
        cells.feature_id,
        cells.value_text,
        count(row_labels.row_id) as n_rows,
        min(cells.row_id) as first_row_id
    from cells
    left join row_labels
        on cells.row_id = row_labels.row_id
    group by cells.feature_id, cells.value_text
)

select
    feature_id,
    value_text,
    number_key(value_text) as own_key,
    n_rows,
    first_row_id
from counted_values
