-- name: unknown_rows(rows)
-- The listed ids that cannot be answered: not in the table, or without a label.
--
-- reads:  source_rows, cases
-- grain:  one row per id
with listed as (
    select unnest($rows) as row_text
)

select
    listed.row_text,
    source_rows.row_id is not null as is_in_table
from listed
left join source_rows
    on listed.row_text = cast(source_rows.row_id as varchar)
left join cases
    on listed.row_text = cast(cases.row_id as varchar)
where cases.row_id is null
order by listed.row_text
