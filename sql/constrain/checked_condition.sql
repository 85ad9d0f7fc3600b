-- name: checked_condition
-- The type of the condition, if it is one, and its names and types fit.
--
-- It stands in a where clause, where no aggregate may, and is tried on a row.
-- `condition` is generated from what the user gave.
--
-- reads:  row_values
-- grain:  one row
with first_row as (
    select any_value(case_values) as case_values
    from row_values
),

kinds as (
    select typeof(condition(case_values, case_values)) as kind
    from first_row
    where condition(case_values, case_values) is not distinct from null
    union all
    select typeof(condition(case_values, case_values)) as kind
    from first_row
    where condition(case_values, case_values) is distinct from null
)

select kind
from kinds
