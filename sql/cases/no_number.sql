-- name: no_number
-- The first value of a new case that should be a number and is none.
--
-- reads:  case_rows, kept_bins, features
-- grain:  one row, or none
with cells as (
    select
        row_id,
        generate_subscripts(given_texts, 1) as feature_id,
        unnest(given_texts) as value_text
    from case_rows
)

select
    cells.row_id,
    features.feature,
    cells.value_text
from cells
inner join features
    on cells.feature_id = features.feature_id
where
    features.feature in (select kept_bins.feature from kept_bins)
    and cells.value_text is not null
    and number_key(cells.value_text) is null
order by cells.row_id, cells.feature_id
limit 1
