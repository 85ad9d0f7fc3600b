-- name: loaded_tables
-- The tables that cfsql loaded into this database.
--
-- reads:  tables
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
    loaded_at
from tables
order by table_name
