-- name: quantile_edges(feature_id, n_intervals)
-- Where to cut a column so that about as many rows are in each interval.
--
-- An edge is a value of the column, and the rows with this value are above it.
-- Of all values but the least, that one is taken which comes nearest to the
-- share of rows that should be below; of two that are as near, the smaller. So
-- a value that most rows have gets an interval of its own, not all of them.
--
-- reads:  number_values
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

wanted_shares as (
    select unnest(range(1, $n_intervals)) as place
),

wanted_cuts as (
    select distinct wanted_shares.place * cuts.n_all as wanted_below
    from wanted_shares
    cross join cuts
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
order by number_key(value_text)
