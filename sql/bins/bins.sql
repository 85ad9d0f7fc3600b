-- name: bins(intervals)
-- The intervals into which columns are cut, in order.
--
-- Where they begin and end is decided in cfsql/tables/bins.py. A number is in the last
-- interval whose low_key its own number_key reaches; one that begins after its
-- low, not at it, has a low_key between that number's and all greater ones.
--
-- writes: bins
-- grain:  one row per (feature_id, place)
with given as (
    select unnest($intervals) as cut
)

select
    cast(cut.feature_id as bigint) as feature_id,
    cast(cut.feature as varchar) as feature,
    cast(cut.place as integer) as place,
    cast(cut.low as varchar) as low,
    cast(cut.high as varchar) as high,
    cast(cut.text as varchar) as interval_text,
    concat(
        coalesce(number_key(cast(cut.low as varchar)), ''),
        case when cast(cut.is_open as boolean) then '!' else '' end
    ) as low_key
from given
