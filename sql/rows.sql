-- Rows: what the rows of a table are, as numbers, to see when they change.
--
-- Every row has its id among its values, so that no two rows make up for each other.
-- Hashes are of values alone: 5 and 0.5 may have the same bits, and so may words of two
-- enums. So the names and types of columns are compared beside them.

-- fetch: rows_checksum(names)
-- How many rows a table has, and what they are, as one number.
--
-- DuckDB joins the hashes of a row's last two columns by xor: without the second hash,
-- two rows that swap their last values would make up for each other.
-- grain:  one row
select
    count(*) as n_rows,
    coalesce(bit_xor(hash(hash(*columns($names)))), 0) as rows_checksum
from source_rows;

-- fetch: checksum_probe
-- What this DuckDB makes of some values: where it is another number, checksums
-- are not comparable.
-- grain:  one row
select
    cast(
        hash(hash(
            1,
            2.5,
            cast(2.5 as double),
            true,
            'word',
            'a text of more than twelve bytes',
            date '2020-01-02',
            timestamp '2020-01-02 03:04:05',
            [1, 2],
            { a: 1, b: 'x' },
            null
        )) as varchar
    ) as probe;

-- store: row_hashes(names, layout)
-- Each row as one number, to find those that change: all do with the names and types
-- of the columns, which are in the text $layout.
-- grain:  one row per row_id
with encoded_rows as (
    select columns($names)
    from source_rows
)

select
    row_id,
    hash($layout, *columns(*)) as row_hash
from encoded_rows;

-- stage: hashed_rows(names, layout)
-- The rows as they are now, each as one number.
-- grain:  one row per row_id
with present_rows as (
    select columns($names)
    from source_rows
)

select
    row_id,
    hash($layout, *columns(*)) as row_hash
from present_rows;

-- stage: gone_in_place into gone_rows
-- The rows that are gone, and those that have changed.
-- grain:  one row per row_id
select row_hashes.row_id
from row_hashes
left join hashed_rows
    on row_hashes.row_id = hashed_rows.row_id
where hashed_rows.row_hash is distinct from row_hashes.row_hash;

-- stage: added_in_place into added_rows
-- The rows that are new, and those that have changed, as they are now.
-- grain:  one row per row_id
select source_rows.*
from source_rows
inner join hashed_rows
    on source_rows.row_id = hashed_rows.row_id
left join row_hashes
    on source_rows.row_id = row_hashes.row_id
where hashed_rows.row_hash is distinct from row_hashes.row_hash;
