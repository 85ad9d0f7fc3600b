-- name: shown_values
-- The features of the row that was asked about, and of its counterfactuals.
--
-- reads:  spelled_instances, asked_rows
-- grain:  one row per instance
select
    spelled_instances.row_id,
    asked_rows.row_id is not null as is_asked,
    spelled_instances.feature_texts
from spelled_instances
left join asked_rows
    on spelled_instances.instance_id = asked_rows.instance_id
