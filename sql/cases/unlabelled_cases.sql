-- name: unlabelled_cases
-- The new cases that have no label, the first of them.
--
-- reads:  case_labels
-- grain:  one row, or none
select
    min(row_id) as row_id,
    count(*) as n_cases
from case_labels
where label is null
having count(*) > 0
