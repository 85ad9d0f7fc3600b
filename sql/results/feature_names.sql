-- name: feature_names
-- The names of the features in column order.
--
-- reads:  features
-- writes: feature_names
-- grain:  one row
select list(feature order by feature_id) as feature_list
from features
