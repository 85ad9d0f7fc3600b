-- name: n_tests
-- The tests of all targets.
--
-- reads:  loads
-- grain:  one row
select cast(coalesce(sum(n_tests), 0) as bigint) as n_tests
from loads
