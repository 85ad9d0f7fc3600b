-- name: functions(catalog)
-- The functions that are kept in a database.
--
-- grain:  one row per (schema_name, function_name)
select
    schema_name,
    function_name
from duckdb_functions()
where database_name = $catalog and not internal
