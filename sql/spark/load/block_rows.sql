-- name: block_rows
-- How many rows each part of the source has, and how many are before it.
--
-- A part is a file, or a block of one; rows have a place in it. Parts are few, so
-- that one task can number them.
--
-- reads:  incoming
-- writes: block_rows
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
from blocks
