-- On Spark: load.

-- fetch: bad_ids
-- The values of the id column that cannot be ids: NULL, and what comes twice.
--
-- On Spark: the column is renamed before, where DuckDB takes its name as data.
-- grain:  one row per offending value
select
    row_id,
    count(*) as n_rows
from source_rows
group by row_id
having row_id is null or count(*) > 1
order by row_id nulls first
limit 1;

-- stage: block_rows
-- How many rows each part of the source has, and how many are before it.
--
-- A part is a file, or a block of one; rows have a place in it. Parts are few, so
-- that one task can number them.
-- grain:  one row per (_cfsql_file, _cfsql_block)
with blocks as (
    select
        _cfsql_file,
        _cfsql_block,
        min(_cfsql_place) as first_place,
        count(*) as n_rows
    from incoming
    group by _cfsql_file, _cfsql_block
)

select
    _cfsql_file,
    _cfsql_block,
    first_place,
    sum(n_rows) over (order by _cfsql_file, _cfsql_block) - n_rows as n_before
from blocks;
