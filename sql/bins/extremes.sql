-- name: extremes(feature_id)
-- The least and the greatest number of a column among the rows of S.
--
-- NULL and nan are no numbers.
--
-- reads:  number_values
-- grain:  one row
select
    min_by(value_text, own_key) as least_text,
    max_by(value_text, own_key) as greatest_text
from number_values
where
    feature_id = $feature_id
    and n_rows > 0
    and own_key < number_key('nan')
