-- name: unranked_rows(rows)
-- The listed ids that were not ranked.
--
-- reads:  summary
-- grain:  one row per id
with listed as (
    select distinct unnest($rows) as row_text
)

select listed.row_text
from listed
left join summary
    on listed.row_text = cast(summary.row_id as varchar)
where summary.row_id is null
order by listed.row_text
