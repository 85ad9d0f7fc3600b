-- Bins: numbers as intervals, where --bin asks for it.
--
-- The values of a column are numbers with a key that sorts as they do. Where to cut
-- is decided in cfsql/tables/bins.py, from the edges that are asked for or found
-- here; then each row gets its intervals, and new values find theirs.

-- stage: number_values
-- The values of the columns to be cut into intervals, as numbers.
--
-- n_rows counts the rows of S: others have no say in where to cut.
-- grain:  one row per (feature_id, value_text)
select
    cells.feature_id,
    cells.value_text,
    number_key(cells.value_text) as own_key,
    count(row_labels.row_id) as n_rows,
    min(cells.row_id) as first_row_id
from cells
left join row_labels
    on cells.row_id = row_labels.row_id
group by cells.feature_id, cells.value_text;

-- fetch: no_number
-- The first value that should be a number and is none.
-- grain:  one row, or none
select
    feature_id,
    value_text,
    first_row_id
from number_values
where value_text is not null and own_key is null
order by first_row_id, feature_id
limit 1;

-- fetch: extremes(feature_id)
-- The least and the greatest number of a column among the rows of S.
--
-- NULL and nan are no numbers.
-- grain:  one row
select
    min_by(value_text, own_key) as least_text,
    max_by(value_text, own_key) as greatest_text
from number_values
where
    feature_id = $feature_id
    and n_rows > 0
    and own_key < number_key('nan');

-- fetch: quantile_edges(feature_id, n_intervals)
-- Where to cut a column so that about as many rows are in each interval.
--
-- An edge is a value of the column, and the rows with this value are above it.
-- Of all values but the least, that one is taken which comes nearest to the
-- share of rows that should be below; of two that are as near, the smaller. So
-- a value that most rows have gets an interval of its own, not all of them.
-- grain:  one row per edge
with numbers as (
    select
        own_key,
        min(value_text) as value_text,
        sum(n_rows) as n_rows
    from number_values
    where
        feature_id = $feature_id
        and n_rows > 0
        and own_key < number_key('nan')
    group by own_key
),

cuts as (
    select
        own_key,
        value_text,
        sum(n_rows) over (order by own_key) - n_rows as n_below,
        sum(n_rows) over () as n_all
    from numbers
),

neighbours as (
    select
        own_key,
        value_text,
        $n_intervals * n_below as scaled_below,
        n_all,
        lead(value_text) over (order by own_key) as next_text,
        $n_intervals * lead(n_below) over (order by own_key) as next_below
    from cuts
),

wanted_cuts as (
    select distinct unnest(range(1, $n_intervals)) * n_all as wanted_below
    from cuts
),

edges as (
    select
        case
            when
                neighbours.scaled_below > 0
                and coalesce(
                    wanted_cuts.wanted_below - neighbours.scaled_below
                    <= neighbours.next_below - wanted_cuts.wanted_below,
                    true
                )
                then neighbours.value_text
            else neighbours.next_text
        end as value_text
    from wanted_cuts
    asof inner join neighbours
        on wanted_cuts.wanted_below >= neighbours.scaled_below
)

select value_text
from edges
where value_text is not null
group by value_text
order by number_key(value_text);

-- stage: bins(intervals)
-- The intervals into which columns are cut, in order.
--
-- A number is in the last interval whose low_key its own number_key reaches; one
-- that begins after its low, not at it, has a low_key between that number's and all
-- greater ones.
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
from given;

-- stage: value_intervals
-- The interval of each value.
-- grain:  one row per (feature_id, value_text)
with listed_bins as (
    select
        feature_id,
        listed_intervals(low_key, interval_text, place) as intervals
    from bins
    group by feature_id
)

select
    number_values.feature_id,
    number_values.value_text,
    interval_of(number_values.own_key, listed_bins.intervals) as interval_text
from number_values
inner join listed_bins
    on number_values.feature_id = listed_bins.feature_id;

-- stage: row_intervals
-- The intervals of each row, in the order of the columns that have any.
--
-- `listed` is generated from the number of these columns (cfsql/tables/bins.py).
-- grain:  one row per row_id
select
    cells.row_id,
    listed(cells.feature_id, value_intervals.interval_text) as intervals
from cells
inner join value_intervals
    on
        cells.feature_id = value_intervals.feature_id
        and cells.value_text is not distinct from value_intervals.value_text
group by cells.row_id;

-- stage: ordered_labels(label) into labels
-- The classes that are intervals of the label, numbered from 0 in their order.
--
-- What is in no interval, nan, comes last.
-- grain:  one row per label
with classes as (
    select
        label,
        count(*) as n_rows
    from row_labels
    group by label
)

select
    classes.label,
    classes.n_rows,
    cast(
        row_number() over (order by kept_bins.place nulls last) - 1 as bigint
    ) as label_id
from classes
left join kept_bins
    on
        classes.label = kept_bins.interval_text
        and kept_bins.feature = $label;

-- fetch: class_of(label, label_text)
-- The class that a text means: the interval of a number, or what it says.
-- grain:  one row
with label_bins as (
    select listed_intervals(low_key, interval_text, place) as intervals
    from kept_bins
    where feature = $label
)

select
    coalesce(
        interval_of(number_key(cast($label_text as varchar)), intervals),
        cast($label_text as varchar)
    ) as class_text
from label_bins;

-- store: kept_bins
-- The intervals as they are kept for new values.
-- grain:  one row per (feature, place)
select *
from bins
order by feature_id, place;

-- fetch: binned_features
-- The columns that are compared by intervals, in the order of row_intervals.
-- grain:  one row per feature
select feature
from kept_bins
group by feature_id, feature
order by feature_id;
