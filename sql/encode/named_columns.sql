-- name: named_columns(label)
-- The label and the features by name, for macros that read the table itself.
--
-- reads:  features
-- grain:  one row per column_name
select
    feature as column_name,
    feature_id
from features
union all
select
    $label as column_name,
    null as feature_id
