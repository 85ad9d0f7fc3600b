-- name: bad_ids(id)
-- The values of the id column that cannot be ids: NULL, and what comes twice.
--
-- reads:  incoming
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
limit 1
