-- name: compared_values(row, other_row)
-- The features of two rows side by side.
--
-- reads:  features, texts
-- grain:  one row per feature
with own_texts as (
    select feature_texts
    from texts
    where cast(row_id as varchar) = $row
),

other_texts as (
    select feature_texts
    from texts
    where cast(row_id as varchar) = $other_row
)

select
    features.feature,
    own_texts.feature_texts[features.feature_id] as own_value,
    other_texts.feature_texts[features.feature_id] as other_value
from features
cross join own_texts
cross join other_texts
order by features.feature_id
