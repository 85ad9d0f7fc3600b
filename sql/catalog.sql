-- Catalog: what the database holds.

-- fetch: relations(catalog)
-- The tables and views of a database.
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
where database_name = $catalog and not internal;

-- fetch: views(catalog, schema)
-- The views of one schema.
-- grain:  one row per view_name
select view_name
from duckdb_views()
where database_name = $catalog and schema_name = $schema;

-- store: layout(layout, version, kept_functions)
-- How the database is laid out, and which cfsql wrote it: a newer layout names, by
-- these two columns, who can read it. And which functions are kept, so that they are
-- not stored again by each command that writes.
-- grain:  one row
select
    cast($layout as integer) as layout,
    cast($version as varchar) as version,
    cast($kept_functions as varchar) as kept_functions;

-- store: loaded_table(table_name, source, label, id, ignored, binned, cuts, version)
-- A table that is being loaded, to be remembered in cf_internal.tables.
-- grain:  one row
select
    cast($table_name as varchar) as table_name,
    cast($source as varchar) as source,
    cast($label as varchar) as label_column,
    cast($id as varchar) as id_column,
    cast($ignored as varchar[]) as ignored_columns,
    (select count(*) from incoming) as n_rows,
    (select count(*) from cases) as n_labelled,
    (select count(*) from instances) as n_instances,
    (select count(*) from features) as n_features,
    current_localtimestamp() as loaded_at,
    cast($version as varchar) as version,
    map(cast($binned as varchar[]), cast($cuts as varchar[])) as bins;

-- fetch: loaded_tables
-- The tables that cfsql loaded into this database.
-- grain:  one row per table_name
select
    table_name,
    source,
    label_column,
    id_column,
    ignored_columns,
    n_rows,
    n_labelled,
    n_instances,
    n_features,
    cast(loaded_at as varchar) as loaded_at,
    bins
from tables
order by table_name;

-- store: declaration(table_name, column_name, change, words, is_protected)
-- How a column may change, the order of its words, and whether audits compare by it,
-- to be remembered in cf.declared.
-- grain:  one row
select
    cast($table_name as varchar) as table_name,
    cast($column_name as varchar) as column_name,
    cast($change as varchar) as may_change,
    cast($words as varchar[]) as words,
    cast($is_protected as boolean) as is_protected;

-- store: source(table_name, kind, address, reading, home_schema, encoded_columns, rows_schema, rows_name, rows_id, n_rows, checksum, probe, types)
-- Where the rows of a table come from, where they are, and what was encoded of them,
-- to be remembered in cf_internal.sources.
--
-- Rows that stay where they are have a schema and a name there; copies are in the
-- table that users see.
-- grain:  one row
select
    cast($table_name as varchar) as table_name,
    cast($kind as varchar) as kind,
    cast($address as varchar) as address,
    cast($reading as varchar) as reading,
    cast($home_schema as varchar) as home_schema,
    cast($encoded_columns as varchar[]) as encoded_columns,
    cast($rows_schema as varchar) as rows_schema,
    cast($rows_name as varchar) as rows_name,
    cast($rows_id as varchar) as rows_id,
    cast($n_rows as bigint) as n_rows,
    cast($checksum as varchar) as rows_checksum,
    cast($probe as varchar) as probe,
    cast($types as varchar[]) as encoded_types;

-- fetch: sources
-- Where the rows of each table come from, where they are, and what was encoded.
-- grain:  one row per table_name
select
    table_name,
    kind,
    address,
    reading,
    home_schema,
    encoded_columns,
    rows_schema,
    rows_name,
    rows_id,
    n_rows,
    rows_checksum,
    probe,
    encoded_types
from sources;

-- store: result(kind, result_name, table_name, tables, options, facts, seconds, version)
-- A result that is being stored, to be remembered in cf_internal.results: what it is,
-- of which table, its tables, the options that make it again, and what is said of it.
-- grain:  one row
select
    cast($kind as varchar) as kind,
    cast($result_name as varchar) as result_name,
    cast($table_name as varchar) as table_name,
    cast($tables as varchar[]) as tables,
    cast($options as json) as options,
    cast($facts as json) as facts,
    cast($seconds as double) as seconds,
    current_localtimestamp() as made_at,
    cast($version as varchar) as version,
    cast(null as varchar) as stale_reason;

-- fetch: results
-- The results that this database holds, and how each was made.
-- grain:  one row per (kind, result_name, table_name)
select
    kind,
    result_name,
    table_name,
    options,
    facts,
    seconds,
    made_at,
    version,
    stale_reason
from results
order by result_name, table_name;

-- store: run(command, source, result, options, version, plan, steps, rows, seconds)
-- One run, to be remembered in cf.runs.
-- grain:  one row
select
    cast(uuid() as varchar) as run_id,
    current_localtimestamp() as finished_at,
    cast($command as varchar) as command,
    cast($source as varchar) as table_name,
    cast($result as varchar) as result_name,
    cast($options as json) as options,
    cast($version as varchar) as version,
    cast($plan as varchar) as plan,
    cast($steps as json) as steps,
    cast($rows as bigint) as rows,
    cast($seconds as double) as seconds;
