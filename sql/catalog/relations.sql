-- name: relations(catalog)
-- The tables and views of a database.
--
-- grain:  one row per (schema_name, relation_name)
select
    schema_name,
    table_name as relation_name,
    'table' as kind
from duckdb_tables()
where database_name = $catalog and not internal
union all
select
    schema_name,
    view_name as relation_name,
    'view' as kind
from duckdb_views()
where database_name = $catalog and not internal
