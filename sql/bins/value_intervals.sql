-- name: value_intervals
-- The interval of each value.
--
-- reads:  number_values, bins
-- writes: value_intervals
-- grain:  one row per (feature_id, value_text)
with listed_bins as (
    select
        feature_id,
        list(
            {
                low_key: low_key,
                interval_text: interval_text
            }
            order by place
        ) as intervals
    from bins
    group by feature_id
)

select
    number_values.feature_id,
    number_values.value_text,
    interval_of(number_values.own_key, listed_bins.intervals) as interval_text
from number_values
inner join listed_bins
    on number_values.feature_id = listed_bins.feature_id
