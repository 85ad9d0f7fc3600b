-- Compare: two rows, feature by feature.

-- stage: compared_ids(rows) into wanted_rows
-- The rows with these ids, whether they have a label or not.
-- grain:  one row per row_id
select row_id
from source_rows
where list_contains($rows, cast(row_id as varchar));

-- fetch: compared_rows
-- The features of these rows, and their labels; NULL where there is none.
-- grain:  one row per row_id
select
    texts.row_id,
    labels.label,
    texts.feature_texts
from texts
left join cases
    on texts.row_id = cases.row_id
left join instances
    on cases.instance_id = instances.instance_id
left join labels
    on instances.label_id = labels.label_id;
