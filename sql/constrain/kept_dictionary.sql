-- name: kept_dictionary(feature_ids)
-- The values of the features that are left, numbered anew.
--
-- reads:  dictionary
-- writes: kept_dictionary
-- grain:  one row per (feature_id, value_text)
select
    list_position($feature_ids, feature_id) as feature_id,
    value_text,
    n_rows,
    value_code
from dictionary
where list_contains($feature_ids, feature_id)
