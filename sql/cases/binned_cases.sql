-- name: binned_cases
-- The features of each new case, numbers as the intervals that they are in.
--
-- reads:  case_texts, kept_bins, features
-- writes: binned_cases
-- grain:  one row per row_id
with cells as (
    select
        row_id,
        generate_subscripts(feature_texts, 1) as feature_id,
        unnest(feature_texts) as value_text
    from case_texts
),

listed_bins as (
    select
        features.feature_id,
        list(
            {
                low_key: kept_bins.low_key,
                interval_text: kept_bins.interval_text
            }
            order by kept_bins.place
        ) as intervals
    from kept_bins
    inner join features
        on kept_bins.feature = features.feature
    group by features.feature_id
),

compared as (
    select
        cells.row_id,
        cells.feature_id,
        case
            when listed_bins.feature_id is null then cells.value_text
            else interval_of(
                number_key(cells.value_text), listed_bins.intervals
            )
        end as compared_text
    from cells
    left join listed_bins
        on cells.feature_id = listed_bins.feature_id
)

select
    row_id,
    list(compared_text order by feature_id) as feature_texts
from compared
group by row_id
