-- name: shown_values
-- The features of the row that was asked about.
--
-- reads:  spelled_instances, asked_rows
-- grain:  one row
select spelled_instances.feature_texts
from spelled_instances
inner join asked_rows
    on spelled_instances.instance_id = asked_rows.instance_id
