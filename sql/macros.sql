-- Macros: stored in the database, for any DuckDB client.

-- macro: explain(table_name, wanted_row)
-- The ranked counterfactuals of one row, best first.
--
--     from cfsql.explain('adult', 42)
--
-- A table that is not ranked has no _ranked, and DuckDB says so before anything here
-- could say more: query() takes a constant and no subquery, so a macro cannot look
-- into the catalog first.
--
-- grain:  one row per counterfactual_id
select
    row_id,
    label,
    counterfactual_id,
    counterfactual_label,
    distance,
    changes,
    explanation,
    rank,
    is_optimal,
    power,
    ball_size,
    typicality,
    capacity,
    universality,
    dag_count,
    support
from query(concat('from "', replace(table_name, '"', '""'), '_ranked"'))
where row_id = wanted_row
order by rank, counterfactual_id;


-- macro: counterfactuals(table_name, wanted_row)
-- All counterfactuals of one row, the nearest first, and which are irreducible.
--
--     from cfsql.counterfactuals('adult', 42) where is_irreducible_subset
--
-- By subsets: no counterfactual has a part of the changes. By literals: whichever
-- change is left out, a row with the label of the wanted one has all the others.
-- Cases are compared as the packed codes that they were loaded as; the arguments
-- are values, as those of query() are.
--
--         cfsql_results.<table_name>_disagreement, the view
--         cfsql_results.<table_name>_feature_rows and the names of its features
-- grain:  one row per counterfactual_id
with explanations as (
    select
        row_id as counterfactual_id,
        label as counterfactual_label,
        n_rows as support,
        cast(bit_count(disagreement) as bigint) as distance,
        disagreement
    from query(cfsql_results.unlike_query(table_name, wanted_row))
    where bit_count(disagreement) >= 1
),

reducible as (
    select distinct row_id as counterfactual_id
    from query(
        concat(
            'select farther.row_id from (',
            cfsql_results.unlike_query(table_name, wanted_row),
            ') as farther inner join (',
            cfsql_results.unlike_query(table_name, wanted_row),
            ') as nearer on bit_count(nearer.disagreement) >= 1 ',
            'and bit_count(farther.disagreement) ',
            '> bit_count(nearer.disagreement) and bit_count(cfsql_results."',
            replace(table_name, '"', '""'),
            '_disagreement"(farther.code, nearer.code) ',
            '& nearer.disagreement) = 0'
        )
    )
),

missing_changes as (
    select
        row_id,
        disagreement,
        missing
    from
        query(
            concat(
                'select unlike.row_id, unlike.disagreement, cfsql_results."',
                replace(table_name, '"', '""'),
                '_disagreement"(unlike.code, alike.code) ',
                '& unlike.disagreement as missing from (',
                cfsql_results.unlike_query(table_name, wanted_row),
                ') as unlike inner join "',
                replace(current_database(), '"', '""'), '".cfsql."',
                replace(table_name, '"', '""'), '_instances" as alike ',
                'on unlike.own_id = alike.label_id'
            )
        )
    where bit_count(missing) <= 1
),

spared as (
    select row_id as counterfactual_id
    from missing_changes
    group by row_id, disagreement
    having
        bit_count(
            bit_or(
                case
                    when bit_count(missing) = 0 then disagreement else missing
                end
            )
        ) = bit_count(disagreement)
),

cells as (
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

wanted as (
    select wanted_row as row_id
),

own_cells as (
    select
        named_columns.feature_id,
        named_columns.column_name,
        cells.cell_text
    from cells
    inner join named_columns
        on cells.cell_column = named_columns.column_name
    inner join wanted
        on cells.row_id = wanted.row_id
    where named_columns.feature_id is not null
),

listed_changes as (
    select
        cells.row_id,
        list(
            {
                feature: own_cells.column_name,
                from_value: own_cells.cell_text,
                to_value: cells.cell_text
            }
            order by own_cells.feature_id
        ) as changes
    from cells
    inner join own_cells
        on cells.cell_column = own_cells.column_name
    inner join explanations
        on cells.row_id = explanations.counterfactual_id
    where cells.cell_text is distinct from own_cells.cell_text
    group by cells.row_id
)

select
    explanations.counterfactual_id,
    explanations.counterfactual_label,
    explanations.distance,
    listed_changes.changes,
    explanations.support,
    explanations.distance = min(explanations.distance) over () as is_minimal,
    reducible.counterfactual_id is null as is_irreducible_subset,
    spared.counterfactual_id is not null as is_irreducible_literal
from explanations
inner join listed_changes
    on explanations.counterfactual_id = listed_changes.row_id
left join reducible
    on explanations.counterfactual_id = reducible.counterfactual_id
left join spared
    on explanations.counterfactual_id = spared.counterfactual_id
order by explanations.distance, explanations.counterfactual_id;


-- macro: compare(table_name, first_row, second_row)
-- Two rows side by side, feature by feature: their agreement and disagreement set.
--
--     from cfsql.compare('adult', 1, 2) where differs
--
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
order by named_columns.feature_id;


-- macro: interval_of(table_name, feature_name, number)
-- The interval of a number, as the feature of a loaded table is cut.
--
--     from cfsql.interval_of('adult', 'age', 38)
--
-- A number beyond what the table holds is in an interval that no row is in, such
-- as > 90, unless the feature was cut at given edges.
--
-- grain:  one row, or none where the feature has no intervals
with bins as (
    select
        feature,
        place,
        low_key,
        interval_text
    from query(
        concat('from cfsql_results."', replace(table_name, '"', '""'), '_bins"')
    )
),

listed_bins as (
    select
        feature,
        list(
            {
                low_key: low_key,
                interval_text: interval_text
            }
            order by place
        ) as intervals
    from bins
    where feature = feature_name
    group by feature
),

given as (
    select cfsql_results.as_text(number) as number_text
)

select
    listed_bins.feature,
    given.number_text,
    cfsql_results.interval_of(
        cfsql_results.number_key(given.number_text), listed_bins.intervals
    ) as interval_text
from listed_bins
cross join given;
