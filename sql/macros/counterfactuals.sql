-- name: counterfactuals(table_name, wanted_row)
-- All counterfactuals of one row, the nearest first, and which are irreducible.
--
--     from cfsql.counterfactuals('adult', 42) where is_irreducible_subset
--
-- By subsets: no counterfactual has a part of the changes. By literals: whichever
-- change is left out, a row with the label of the wanted one has all the others.
-- Every explanation is compared with every other one: for a table of many
-- thousand rows, `cfsql explain --all` is the faster way.
--
-- reads:  the view cfsql_results.<table_name>_feature_rows, and the names of its
--         features
-- grain:  one row per counterfactual_id
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

wanted as (
    select wanted_row as row_id
),

row_labels as (
    select
        cells.row_id,
        cells.cell_text as label
    from cells
    inner join named_columns
        on cells.cell_column = named_columns.column_name
    where named_columns.feature_id is null and cells.cell_text is not null
),

changed_cells as (
    select
        other_cells.row_id,
        row_labels.label,
        named_columns.feature_id,
        named_columns.column_name as feature,
        own_cells.cell_text as from_value,
        other_cells.cell_text as to_value
    from cells as own_cells
    inner join named_columns
        on own_cells.cell_column = named_columns.column_name
    inner join row_labels as own_label
        on own_cells.row_id = own_label.row_id
    inner join cells as other_cells
        on own_cells.cell_column = other_cells.cell_column
    inner join row_labels
        on other_cells.row_id = row_labels.row_id
    where
        own_cells.row_id in (select wanted.row_id from wanted)
        and named_columns.feature_id is not null
        and row_labels.label != own_label.label
        and own_cells.cell_text is distinct from other_cells.cell_text
),

changed_rows as (
    select
        row_id,
        label,
        list(
            {
                feature: feature,
                from_value: from_value,
                to_value: to_value
            }
            order by feature_id
        ) as changes
    from changed_cells
    group by row_id, label
),

explanations as (
    select
        min(row_id) as counterfactual_id,
        label as counterfactual_label,
        changes,
        len(changes) as distance,
        count(*) as support
    from changed_rows
    group by label, changes
),

reducible as (
    select distinct explanations.counterfactual_id
    from explanations
    inner join explanations as nearer
        on
            explanations.distance > nearer.distance
            and list_has_all(explanations.changes, nearer.changes)
),

wanted_changes as (
    select
        counterfactual_id,
        distance,
        unnest(changes) as to_have
    from explanations
),

like_cells as (
    select
        cells.row_id,
        cells.cell_column,
        cells.cell_text
    from cells
    inner join row_labels
        on cells.row_id = row_labels.row_id
    where row_labels.label = (
        select own_label.label
        from row_labels as own_label
        where own_label.row_id in (select wanted.row_id from wanted)
    )
),

had_changes as (
    select
        wanted_changes.counterfactual_id,
        wanted_changes.distance,
        like_cells.row_id,
        count(*) filter (
            where
            like_cells.cell_text is not distinct from
            wanted_changes.to_have['to_value']
        ) as n_had,
        any_value(like_cells.cell_column) filter (
            where
            like_cells.cell_text is distinct from
            wanted_changes.to_have['to_value']
        ) as not_had
    from wanted_changes
    inner join like_cells
        on wanted_changes.to_have['feature'] = like_cells.cell_column
    group by
        wanted_changes.counterfactual_id,
        wanted_changes.distance,
        like_cells.row_id
),

spared as (
    select counterfactual_id
    from had_changes
    where n_had >= distance - 1
    group by counterfactual_id, distance
    having count(distinct not_had) = distance or max(n_had) = distance
)

select
    explanations.counterfactual_id,
    explanations.counterfactual_label,
    explanations.distance,
    explanations.changes,
    explanations.support,
    explanations.distance = min(explanations.distance) over () as is_minimal,
    reducible.counterfactual_id is null as is_irreducible_subset,
    spared.counterfactual_id is not null as is_irreducible_literal
from explanations
left join reducible
    on explanations.counterfactual_id = reducible.counterfactual_id
left join spared
    on explanations.counterfactual_id = spared.counterfactual_id
order by explanations.distance, explanations.counterfactual_id
