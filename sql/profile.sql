-- Profile: what a table looks like.

-- fetch: row_counts
-- How many rows of S there are, how many repeat, and how many contradict.
-- grain:  one row
select
    cast(coalesce(sum(n_rows), 0) as bigint) as n_labelled,
    count(*) as n_distinct,
    cast(coalesce(sum(n_rows) - count(*), 0) as bigint) as n_duplicates,
    cast(
        coalesce(sum(n_rows) filter (where is_contradicted), 0) as bigint
    ) as n_contradicted,
    count(distinct code) filter (where is_contradicted) as n_contradictions
from instances;

-- fetch: class_counts
-- The classes, the largest first.
-- grain:  one row per label
select
    label,
    n_rows
from labels
order by n_rows desc, label_id asc;

-- fetch: missing_values
-- How many rows have no value, of each column.
-- grain:  one row, with a column per column of the table
select count(*) - count(columns(*))
from source_rows;

-- stage: contradictions(n_shown)
-- The largest groups of rows with the same features and different labels.
--
-- All of them, if n_shown is NULL.
-- grain:  one row per code
select
    cast(sum(instances.n_rows) as bigint) as n_rows,
    list(
        {
            label: labels.label,
            row_id: instances.row_id,
            n_rows: instances.n_rows
        }
        order by instances.n_rows desc, instances.instance_id asc
    ) as members
from instances
inner join labels
    on instances.label_id = labels.label_id
where instances.is_contradicted
group by instances.code
order by n_rows desc, min(instances.instance_id) asc
limit $n_shown;

-- fetch: column_roles(catalog, schema, table_name, label, id)
-- The columns of a table in their order, and what each is for.
-- grain:  one row per column
select
    table_columns.column_name,
    table_columns.data_type,
    case
        when features.feature is not null then 'feature'
        when table_columns.column_name = $label then 'label'
        when table_columns.column_name = 'row_id' then 'row id'
        when table_columns.column_name = $id then 'id'
        else 'ignored'
    end as column_role,
    features.n_values
from duckdb_columns() as table_columns
left join features
    on table_columns.column_name = features.feature
where
    table_columns.database_name = $catalog
    and table_columns.schema_name = $schema
    and table_columns.table_name = $table_name
order by table_columns.column_index;

-- fetch: interval_counts
-- The intervals of each column that has some, and the rows of S in each.
--
-- Those around all that the table holds are left out: no row is in them.
-- grain:  one row per (feature, place)
select
    bins.feature,
    bins.interval_text,
    coalesce(dictionary.n_rows, labels.n_rows, 0) as n_rows
from bins
left join features
    on bins.feature = features.feature
left join dictionary
    on
        features.feature_id = dictionary.feature_id
        and bins.interval_text = dictionary.value_text
left join labels
    on
        features.feature is null
        and bins.interval_text = labels.label
where bins.place > 0 and not ends_with(bins.low_key, '!')
order by bins.feature_id, bins.place;
