-- name: compare(table_name, first_row, second_row)
-- Two rows side by side, feature by feature: their agreement and disagreement set.
--
--     from cfsql.compare('adult', 1, 2) where differs
--
-- reads:  the view cfsql_results.<table_name>_feature_rows, and the names of its
--         features
-- grain:  one row per feature
with cells as (
    select
        row_id,
        cell_column,
        cell_text
    from query(
        concat(
            'select row_id, cell_column, cell_text from (select row_id, ',
            'cfsql_results.as_text(columns(* exclude (row_id))) from ',
            'cfsql_results."', replace(table_name, '"', '""'),
            '_feature_rows") unpivot include nulls (',
            'cell_text for cell_column in (columns(* exclude (row_id))))'
        )
    )
),

named_columns as (
    select
        column_name,
        feature_id
    from query(
        concat(
            'from cfsql_results."', replace(table_name, '"', '""'), '_columns"'
        )
    )
),

compared as (
    select
        first_row as first_id,
        second_row as second_id
)

select
    named_columns.column_name as feature,
    first_cells.cell_text as first_value,
    second_cells.cell_text as second_value,
    (first_cells.cell_text is distinct from second_cells.cell_text) as differs
from named_columns
cross join compared
inner join cells as first_cells
    on
        named_columns.column_name = first_cells.cell_column
        and compared.first_id = first_cells.row_id
inner join cells as second_cells
    on
        named_columns.column_name = second_cells.cell_column
        and compared.second_id = second_cells.row_id
where named_columns.feature_id is not null
order by named_columns.feature_id
