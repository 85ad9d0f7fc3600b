-- name: row_intervals
-- The intervals of each row, in the order of the columns that have any.
--
-- `listed` is generated from the number of these columns (cfsql/tables/bins.py).
--
-- reads:  cells, value_intervals
-- writes: row_intervals
-- grain:  one row per row_id
select
    cells.row_id,
    listed(cells.feature_id, value_intervals.interval_text) as intervals
from cells
inner join value_intervals
    on
        cells.feature_id = value_intervals.feature_id
        and cells.value_text is not distinct from value_intervals.value_text
group by cells.row_id
