-- name: volatile_functions
-- The functions that do not give the same twice.
--
-- grain:  one row per function_name
select distinct lower(function_name) as function_name
from duckdb_functions()
where stability = 'VOLATILE'
