-- name: compared_labels
-- The labels of the compared rows; NULL where there is none.
--
-- reads:  wanted_rows, cases, instances, labels
-- grain:  one row per row_id
select
    wanted_rows.row_id,
    labels.label
from wanted_rows
left join cases
    on wanted_rows.row_id = cases.row_id
left join instances
    on cases.instance_id = instances.instance_id
left join labels
    on instances.label_id = labels.label_id
