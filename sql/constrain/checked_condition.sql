-- name: checked_condition
-- The type of the condition, if its names and types fit.
--
-- `condition` is generated from what the user gave.
--
-- reads:  row_values
-- grain:  one row
select typeof(condition(a.case_values, b.case_values)) as kind
from row_values as a
cross join row_values as b
limit 1
