-- Macros: stored in the schema cf, for any DuckDB client.
--
-- A macro reads tables whose names it is given: query() takes a text that functions
-- of cf_internal put together, from constants alone.

-- macro: explain(table_name, wanted_row)
-- The ranked counterfactuals of one row, best first.
--
--     from cf.explain('adult', 42)
--
-- A table that is not ranked has no _ranked, and DuckDB says so before anything here
-- could say more: query() takes a constant and no subquery, so a macro cannot look
-- into the catalog first.
-- grain:  one row per counterfactual_id
select *
from query(concat('from "', replace(table_name, '"', '""'), '_ranked"'))
where row_id = wanted_row
order by rank, counterfactual_id;

-- macro: counterfactuals(table_name, wanted_row)
-- All counterfactuals of one row, the nearest first, and which are irreducible.
--
--     from cf.counterfactuals('adult', 42) where is_irreducible_subset
--
-- By subsets: no counterfactual has a part of the changes. By literals: whichever
-- change is left out, a row with the label of the wanted one has all the others.
-- Cases are compared as the packed codes that they were loaded as.
-- grain:  one row per counterfactual_id
with explanations as (
    select
        row_id as counterfactual_id,
        label as counterfactual_label,
        n_rows as support,
        cast(bit_count(disagreement) as bigint) as distance
    from query(unlike_query(table_name, wanted_row))
    where bit_count(disagreement) >= 1
),

reducible as (
    select distinct row_id as counterfactual_id
    from query(
        concat(
            'select farther.row_id from (',
            unlike_query(table_name, wanted_row), ') as farther inner join (',
            unlike_query(table_name, wanted_row), ') as nearer ',
            'on bit_count(nearer.disagreement) >= 1 ',
            'and bit_count(farther.disagreement) ',
            '> bit_count(nearer.disagreement) and bit_count(',
            internal_name(table_name, 'disagreement'),
            '(farther.code, nearer.code) & nearer.disagreement) = 0'
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
                'select unlike.row_id, unlike.disagreement, ',
                internal_name(table_name, 'disagreement'),
                '(unlike.code, alike.code) & unlike.disagreement as missing ',
                'from (', unlike_query(table_name, wanted_row), ') as unlike ',
                'inner join ', internal_name(table_name, 'instances'),
                ' as alike on unlike.own_id = alike.label_id'
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
    select *
    from query(cells_query(table_name))
),

own_cells as (
    select *
    from cells
    where row_id = wanted_row
),

listed_changes as (
    select
        cells.row_id,
        list(
            {
                feature: own_cells.feature,
                from_value: own_cells.cell_text,
                to_value: cells.cell_text
            }
            order by own_cells.feature_id
        ) as changes
    from cells
    inner join own_cells
        on cells.feature_id = own_cells.feature_id
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
--     from cf.compare('adult', 1, 2) where differs
-- grain:  one row per feature
with cells as (
    select *
    from query(cells_query(table_name))
),

first_cells as (
    select *
    from cells
    where row_id = first_row
),

second_cells as (
    select *
    from cells
    where row_id = second_row
)

select
    first_cells.feature,
    first_cells.cell_text as first_value,
    second_cells.cell_text as second_value,
    (first_cells.cell_text is distinct from second_cells.cell_text) as differs
from first_cells
inner join second_cells
    on first_cells.feature_id = second_cells.feature_id
order by first_cells.feature_id;

-- macro: interval_of(table_name, feature_name, number)
-- The interval of a number, as the feature of a loaded table is cut.
--
--     from cf.interval_of('adult', 'age', 38)
--
-- A number beyond what the table holds is in an interval that no row is in, such
-- as > 90, unless the feature was cut at given edges.
-- grain:  one row, or none where the feature has no intervals
with listed_bins as (
    select
        feature,
        as_text(number) as number_text,
        listed_intervals(low_key, interval_text, place) as intervals
    from query(concat('from ', internal_name(table_name, 'bins')))
    where feature = feature_name
    group by feature
)

select
    feature,
    number_text,
    interval_of(number_key(number_text), intervals) as interval_text
from listed_bins;
