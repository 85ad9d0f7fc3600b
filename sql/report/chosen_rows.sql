-- name: chosen_rows(n_wanted)
-- Rows whose explanations are worth reading: the odd ones, and some of each kind.
--
-- First the rows with the least and the greatest gap, contradicted rows and rows
-- without a counterfactual; then, in turn, one of each class and distance, common
-- ones before rare ones. They are drawn by a hash, the same on every machine.
--
-- reads:  summary
-- writes: chosen_rows
-- grain:  one row per row_id
with placed_rows as (
    select
        row_id,
        label,
        min_distance,
        n_minimal,
        is_contradicted,
        gap,
        row_number() over (
            order by gap asc nulls last, n_optimal desc, row_id asc
        ) as place_from_least,
        row_number() over (
            order by gap desc nulls last, row_id asc
        ) as place_from_greatest,
        row_number() over (
            partition by is_contradicted order by md5(cast(row_id as varchar))
        ) as place_by_contradiction,
        row_number() over (
            partition by label, min_distance
            order by md5(cast(row_id as varchar)), row_id
        ) as place_in_kind,
        count(*) over (partition by label, min_distance) as n_of_kind
    from summary
),

judged_rows as (
    select
        row_id,
        place_in_kind,
        n_of_kind,
        gap is not null and place_from_least <= 3 as is_least_clear,
        coalesce(gap > 0 and place_from_greatest <= 3, false) as is_clearest,
        (is_contradicted and place_by_contradiction <= 2)
        or (n_minimal = 0 and place_in_kind = 1) as is_odd
    from placed_rows
)

select
    row_id,
    is_least_clear,
    is_clearest
from judged_rows
order by
    is_least_clear or is_clearest or is_odd desc,
    place_in_kind asc,
    n_of_kind desc,
    row_id asc
limit $n_wanted
