-- Macros: stored in the schema cf, for any DuckDB client.
--
-- A macro reads tables whose names it is given: query() takes a text, put together
-- from constants alone. DuckDB looks for what a macro names in the current database,
-- whatever database the macro is in. So the texts name theirs, and the functions that
-- macros call are written out when they are stored.

-- function: in_file(query_text)
-- The text of a query, with the name of the macro's own database where it says
-- file_mark.
--
-- Nothing tells a macro which file it is in, or what that is attached as. But each
-- file has a view with a name of its own, file_mark, in cf_internal. DuckDB does not
-- find it by that name alone, and tells where it is; not so in the current database.
create or replace temporary macro in_file(query_text) as
replace(
    query_text,
    file_mark,
    concat(
        '"',
        replace(
            coalesce(
                nullif(
                    regexp_extract(
                        json_extract_string(
                            json_serialize_plan(concat('from ', file_mark)),
                            '$.candidates'
                        ),
                        concat('^(.*?)\.cf_internal\.', file_mark),
                        1,
                        's'
                    ),
                    ''
                ),
                current_database()
            ),
            '"',
            '""'
        ),
        '"'
    )
);

-- function: internal_name(table_name, relation)
-- What queries call a table or function of cf_internal that belongs to a table.
--
--     internal_name('adult', 'bins') = 'file_mark.cf_internal."adult_bins"'
create or replace temporary macro internal_name(table_name, relation) as
concat(
    file_mark,
    '.cf_internal."',
    replace(table_name, '"', '""'),
    '_',
    relation,
    '"'
);

-- function: unlike_query(table_name, wanted_row)
-- A query in words: all cases with another label than a row's, and what they
-- disagree on with it, as the bits of one value.
create or replace temporary macro unlike_query(table_name, wanted_row) as
concat(
    'select unlike.row_id, unlike.n_rows, unlike.code, labels.label, ',
    'own.label_id as own_id, ', internal_name(table_name, 'disagreement'),
    '(own.code, unlike.code) as disagreement ',
    'from ', internal_name(table_name, 'cases'), ' as cases ',
    'inner join ', internal_name(table_name, 'instances'), ' as own ',
    'on cases.instance_id = own.instance_id ',
    'inner join ', internal_name(table_name, 'instances'), ' as unlike ',
    'on own.label_id <> unlike.label_id ',
    'inner join ', internal_name(table_name, 'labels'), ' as labels ',
    'on unlike.label_id = labels.label_id where cases.row_id = ',
    coalesce(
        '''' || replace(cast(wanted_row as varchar), '''', '''''') || '''',
        'null'
    )
);

-- function: cells_query(table_name)
-- A query in words: the text of each feature of each row.
--
-- From its code, if it has one. The table itself is not read: some clients do not
-- find what is in a schema called main of a file that they have attached.
create or replace temporary macro cells_query(table_name) as
concat(
    'select cells.row_id, features.feature_id, features.feature, ',
    'cells.cell_text from (select coded.row_id, coded.feature_id, ',
    'dictionary.value_text as cell_text from (select row_id, ',
    'generate_subscripts(codes, 1) as feature_id, unnest(codes) as value_code ',
    'from (select cases.row_id, ', internal_name(table_name, 'value_codes'),
    '(instances.code) as codes from ', internal_name(table_name, 'cases'),
    ' as cases inner join ', internal_name(table_name, 'instances'),
    ' as instances on cases.instance_id = instances.instance_id)) as coded ',
    'inner join ', internal_name(table_name, 'dictionary'),
    ' as dictionary on coded.feature_id = dictionary.feature_id ',
    'and coded.value_code = dictionary.value_code union all select row_id, ',
    'generate_subscripts(feature_texts, 1), unnest(feature_texts) from ',
    internal_name(table_name, 'unlabelled'), ') as cells inner join ',
    internal_name(table_name, 'features'),
    ' as features on cells.feature_id = features.feature_id'
);

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
from query(in_file(concat('from ', internal_name(table_name, 'ranked'))))
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
    from query(in_file(unlike_query(table_name, wanted_row)))
    where bit_count(disagreement) >= 1
),

reducible as (
    select distinct row_id as counterfactual_id
    from query(
        in_file(
            concat(
                'select farther.row_id from (',
                unlike_query(table_name, wanted_row),
                ') as farther inner join (',
                unlike_query(table_name, wanted_row), ') as nearer ',
                'on bit_count(nearer.disagreement) >= 1 ',
                'and bit_count(farther.disagreement) ',
                '> bit_count(nearer.disagreement) and bit_count(',
                internal_name(table_name, 'disagreement'),
                '(farther.code, nearer.code) & nearer.disagreement) = 0'
            )
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
            in_file(
                concat(
                    'select unlike.row_id, unlike.disagreement, ',
                    internal_name(table_name, 'disagreement'), '(unlike.code, ',
                    'alike.code) & unlike.disagreement as missing from (',
                    unlike_query(table_name, wanted_row), ') as unlike ',
                    'inner join ', internal_name(table_name, 'instances'),
                    ' as alike on unlike.own_id = alike.label_id'
                )
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
    from query(in_file(cells_query(table_name)))
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
    from query(in_file(cells_query(table_name)))
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
    from query(in_file(concat('from ', internal_name(table_name, 'bins'))))
    where feature = feature_name
    group by feature
)

select
    feature,
    number_text,
    interval_of(number_key(number_text), intervals) as interval_text
from listed_bins;
