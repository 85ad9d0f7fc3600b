-- name: column_roles(catalog, schema, table_name, label, id, ignored)
-- The columns of a table in their order, and what each is for.
--
-- reads:  features
-- grain:  one row per column
select
    table_columns.column_name,
    table_columns.data_type,
    case
        when features.feature is not null then 'feature'
        when table_columns.column_name = $label then 'label'
        when table_columns.column_name = 'row_id' then 'row id'
        when table_columns.column_name = $id then 'id'
        when list_contains($ignored, table_columns.column_name) then 'ignored'
    end as column_role,
    features.n_values
from duckdb_columns() as table_columns
left join features
    on table_columns.column_name = features.feature
where
    table_columns.database_name = $catalog
    and table_columns.schema_name = $schema
    and table_columns.table_name = $table_name
order by table_columns.column_index
