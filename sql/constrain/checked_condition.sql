-- name: checked_condition
-- The condition on no rows at all: whether its names and types fit.
--
-- `required` is generated from the condition.
--
-- reads:  row_values
-- grain:  no row
select cast(required(a.case_values, b.case_values) as boolean) as is_required
from row_values as a
cross join row_values as b
where false
