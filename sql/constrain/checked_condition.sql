-- name: checked_condition
-- The type of the condition, if its names and types fit.
--
-- `condition` is generated from what the user gave.
--
-- reads:  row_values
-- grain:  one row
with first_row as (
    select any_value(case_values) as case_values
    from row_values
)

select typeof(condition(case_values, case_values)) as kind
from first_row
