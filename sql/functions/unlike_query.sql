-- name: unlike_query(table_name, wanted_row)
-- A query in words, for macros: all cases with another label than a row's, and
-- what they disagree on with it, as the bits of one value.
--
-- Names are written in full: a file called cfsql.duckdb is a database of the
-- schema's name.
--
--     from query(unlike_query('adult', 42))
create or replace temporary macro unlike_query(table_name, wanted_row) as
concat(
    'select unlike.row_id, unlike.n_rows, unlike.code, labels.label, ',
    'own.label_id as own_id, cfsql_results."', replace(table_name, '"', '""'),
    '_disagreement"(own.code, unlike.code) as disagreement from "',
    replace(current_database(), '"', '""'), '".cfsql."',
    replace(table_name, '"', '""'), '_cases" as cases inner join "',
    replace(current_database(), '"', '""'), '".cfsql."',
    replace(table_name, '"', '""'), '_instances" as own ',
    'on cases.instance_id = own.instance_id inner join "',
    replace(current_database(), '"', '""'), '".cfsql."',
    replace(table_name, '"', '""'), '_instances" as unlike ',
    'on own.label_id <> unlike.label_id inner join "',
    replace(current_database(), '"', '""'), '".cfsql."',
    replace(table_name, '"', '""'), '_labels" as labels ',
    'on unlike.label_id = labels.label_id where cases.row_id = ',
    coalesce(
        '''' || replace(cast(wanted_row as varchar), '''', '''''') || '''',
        'null'
    )
)
