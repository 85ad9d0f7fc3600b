-- name: loaded_table(table_name, source, label, id, ignored, binned, cuts, version)
-- A table that is being loaded, to be remembered in cfsql.tables.
--
-- reads:  incoming, cases, instances, features
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
    map(cast($binned as varchar[]), cast($cuts as varchar[])) as bins
