-- name: no_number
-- The first value that should be a number and is none.
--
-- reads:  number_values
-- grain:  one row, or none
select
    feature_id,
    value_text,
    first_row_id
from number_values
where value_text is not null and own_key is null
order by first_row_id, feature_id
limit 1
