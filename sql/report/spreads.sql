-- name: spreads
-- The mean and the spread of each figure over the rows that have it.
--
-- The metrics are those of the optimal counterfactual that is listed first, as
-- `rank` sums them up. `clear_gap` is the gap of the rows with a unique optimal.
--
-- reads:  summary, listed_first
-- grain:  one row per measure
with measures as (
    select
        'distance' as measure,
        min_distance as figure
    from summary
    union all
    select
        'gap' as measure,
        gap as figure
    from summary
    union all
    select
        'clear_gap' as measure,
        gap as figure
    from summary
    where is_unique
    union all
    select
        'n_minimal' as measure,
        n_minimal as figure
    from summary
    where n_minimal > 0
    union all
    select
        unnest(['typicality', 'capacity', 'universality']) as measure,
        unnest([typicality, capacity, universality]) as figure
    from listed_first
)

select
    measure,
    count(figure) as n_rows,
    avg(figure) as average,
    coalesce(stddev_pop(figure), 0) as deviation,
    min(figure) as smallest,
    quantile_cont(figure, 0.25) as lower_quartile,
    median(figure) as middle,
    quantile_cont(figure, 0.75) as upper_quartile,
    max(figure) as largest
from measures
where figure is not null
group by measure
