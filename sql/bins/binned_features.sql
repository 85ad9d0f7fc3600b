-- name: binned_features
-- The features that are compared by intervals, in the order of row_intervals.
--
-- reads:  kept_bins
-- grain:  one row per feature
select feature
from kept_bins
group by feature_id, feature
order by feature_id
