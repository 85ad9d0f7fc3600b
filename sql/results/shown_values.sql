-- name: shown_values
-- The features of the row that was asked about, and of its counterfactuals.
--
-- reads:  shown_instances, asked_rows, texts
-- grain:  one row per instance
select
    shown_instances.row_id,
    asked_rows.row_id is not null as is_asked,
    texts.feature_texts
from shown_instances
inner join texts
    on shown_instances.row_id = texts.row_id
left join asked_rows
    on shown_instances.instance_id = asked_rows.instance_id
