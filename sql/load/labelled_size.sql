-- name: labelled_size(label)
-- How many of the rows that were read have a label.
--
-- reads:  incoming
-- grain:  one row
select count(columns([$label])) as n_labelled
from incoming
