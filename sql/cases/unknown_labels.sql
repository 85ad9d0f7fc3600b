-- name: unknown_labels
-- The labels of new cases that the table does not have.
--
-- reads:  case_labels, labels
-- grain:  one row per row_id
select
    case_labels.row_id,
    case_labels.label
from case_labels
anti join labels
    on case_labels.label = labels.label
where case_labels.label is not null
order by case_labels.row_id
limit 1
