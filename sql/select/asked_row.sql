-- name: asked_row
-- The row that was asked about, with the features that it has.
--
-- reads:  asked_rows, instances, labels, texts
-- grain:  one row
select
    asked_rows.row_id,
    labels.label,
    instances.is_contradicted,
    texts.feature_texts
from asked_rows
inner join instances
    on asked_rows.instance_id = instances.instance_id
inner join labels
    on instances.label_id = labels.label_id
inner join texts
    on asked_rows.row_id = texts.row_id
