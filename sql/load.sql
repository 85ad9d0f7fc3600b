-- Load: a file becomes the user's table, typed, with a row id.

-- stage: read_csv(path, header, names, delimiter, quote, decimal, nulls, types, text) into incoming
-- A CSV file as it is: its types are DuckDB's guess, its names those of the header,
-- or $names if there are any.
--
-- The guess is made from the whole file: a type that only the first rows have
-- would change later ones. Comments, lines to skip and columns from a path are
-- not guessed: they would swallow rows or make up features.
-- grain:  one row per line
select columns(*)
from read_csv(
    $path,
    header = $header,
    names = $names,
    delim = $delimiter,
    quote = $quote,
    escape = $quote,
    decimal_separator = $decimal,
    nullstr = $nulls,
    comment = '',
    skip = 0,
    hive_partitioning = false,
    auto_type_candidates = $types,
    sample_size = -1,
    all_varchar = $text
);

-- fetch: lost_words(path, header, names, delimiter, quote, decimal, nulls, suspects, pattern)
-- Whether columns hold words that the type they were taken for would not keep.
-- grain:  one row, with a column per suspect
select
    coalesce(
        bool_or(regexp_full_match(lower(columns($suspects)), $pattern)),
        false
    )
from read_csv(
    $path,
    header = $header,
    names = $names,
    delim = $delimiter,
    quote = $quote,
    escape = $quote,
    decimal_separator = $decimal,
    nullstr = $nulls,
    comment = '',
    skip = 0,
    hive_partitioning = false,
    all_varchar = true
);

-- stage: read_csv_as(path, header, names, delimiter, quote, decimal, nulls, types) into incoming
-- A CSV file with the types that its columns are known to have.
-- grain:  one row per line
select columns(*)
from read_csv(
    $path,
    header = $header,
    names = $names,
    delim = $delimiter,
    quote = $quote,
    escape = $quote,
    decimal_separator = $decimal,
    nullstr = $nulls,
    comment = '',
    skip = 0,
    hive_partitioning = false,
    types = $types
);

-- fetch: first_values(names, n_rows)
-- The first rows of some columns that were read, as texts.
-- grain:  one row per row read
select cast(columns($names) as varchar)
from incoming
order by rowid
limit $n_rows;

-- stage: kept_columns(names) into incoming
-- Some of the columns that were read.
-- grain:  one row per row read
select columns($names)
from incoming;

-- stage: read_parquet(path) into incoming
-- A Parquet file as it is.
-- grain:  one row per row of the file
select columns(*)
from read_parquet($path, hive_partitioning = false);

-- stage: read_parquet_files(paths, is_partitioned) into incoming
-- Parquet files as one table, columns by name; folders such as year=2024 are columns
-- of partitioned ones.
-- grain:  one row per row of a file
select columns(*)
from read_parquet(
    $paths,
    union_by_name = true,
    hive_partitioning = $is_partitioned
);

-- fetch: fetched(path)
-- A file far away, byte by byte.
-- grain:  one row per file
select content
from read_blob($path);

-- stage: read_json(path) into incoming
-- A JSON file as it is: an array of objects, or one object a line.
-- grain:  one row per object
select columns(*)
from read_json($path, hive_partitioning = false);

-- stage: read_frame into incoming
-- A data frame that Python registered.
-- grain:  one row per row of the frame
select columns(*)
from incoming_frame;

-- stage: read_attached into incoming
-- A table of another database that is attached.
-- grain:  one row per row of the table
select columns(*)
from attached_rows;

-- stage: without_ids into incoming
-- What was read of a table of cfsql, without the ids of its rows.
-- grain:  one row per row read
select columns(lambda column_name: lower(column_name) <> 'row_id')
from incoming;

-- stage: as_texts into incoming
-- What was read, with every value as text.
-- grain:  one row per row read
select cast(columns(*) as varchar)
from incoming;

-- fetch: labelled_size(label)
-- How many of the rows that were read have a label.
-- grain:  one row
select count(columns([$label])) as n_labelled
from incoming;

-- fetch: bad_ids(id)
-- The values of the id column that cannot be ids: NULL, and what comes twice.
-- grain:  one row per offending value
with ids as (
    select columns([$id]) as row_id
    from incoming
)

select
    row_id,
    count(*) as n_rows
from ids
group by row_id
having row_id is null or count(*) > 1
order by row_id nulls first
limit 1;

-- store: numbered_rows
-- What was read, numbered from 1 in its order.
-- grain:  one row per row_id
select
    row_number() over () as row_id,
    columns(*)
from incoming;

-- store: carried_rows
-- What was read of a table of cfsql, with the numbers that its rows had there.
-- grain:  one row per row_id
select
    cast(row_id as bigint) as row_id,
    columns(lambda column_name: lower(column_name) <> 'row_id')
from incoming;

-- store: identified_rows(id)
-- What was read, with one of its columns as the row id.
-- grain:  one row per row_id
select
    columns([$id]) as row_id,
    columns(lambda column_name: lower(column_name) <> 'row_id')
from incoming;
