-- name: interval_of(table_name, feature_name, number)
-- The interval of a number, as the feature of a loaded table is cut.
--
--     from cfsql.interval_of('adult', 'age', 38)
--
-- A number beyond what the table holds is in an interval that no row is in, such
-- as > 90, unless the feature was cut at given edges.
--
-- reads:  the table cfsql_results.<table_name>_bins
-- grain:  one row, or none where the feature has no intervals
with bins as (
    select
        feature,
        place,
        low_key,
        interval_text
    from query(
        concat('from cfsql_results."', replace(table_name, '"', '""'), '_bins"')
    )
),

listed_bins as (
    select
        feature,
        list(
            {
                low_key: low_key,
                interval_text: interval_text
            }
            order by place
        ) as intervals
    from bins
    where feature = feature_name
    group by feature
),

given as (
    select cfsql_results.as_text(number) as number_text
)

select
    listed_bins.feature,
    given.number_text,
    cfsql_results.interval_of(
        cfsql_results.number_key(given.number_text), listed_bins.intervals
    ) as interval_text
from listed_bins
cross join given
