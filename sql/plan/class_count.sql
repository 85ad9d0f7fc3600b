-- name: class_count
-- How many classes there are.
--
-- reads:  labels
-- grain:  one row
select count(*) as n_classes
from labels
