-- name: kept_bins
-- The intervals as they are kept for new values.
--
-- reads:  bins
-- grain:  one row per (feature, place)
select
    feature_id,
    feature,
    place,
    low,
    high,
    interval_text,
    low_key
from bins
order by feature_id, place
