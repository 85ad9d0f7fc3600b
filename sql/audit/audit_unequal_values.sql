-- name: audit_unequal_values(feature, place)
-- Of each value of a protected column, how many rows can be compared with a case
-- that differs in it alone, and how many of these differ in their label too.
--
-- With place 0 all protected columns are taken together: one row without a value,
-- in which a pair counts once. Else it counts for each of its two values.
--
-- reads:  audited_cases, matched_cases
-- writes: audit_unequal_values
-- grain:  one row per (feature, value)
with ends as (
    select case when $place > 0 then 1 else 2 end as n_ends
),

rows_by_value as (
    select
        case when $place > 0 then protected_values[$place] end as value,
        sum(n_rows) as n_rows
    from audited_cases
    group by case when $place > 0 then protected_values[$place] end
),

matches_by_value as (
    select
        case when $place > 0 then protected_values[$place] end as value,
        sum(n_rows) filter (where n_matches > 0) as n_comparable,
        sum(n_rows) filter (where n_unequal > 0) as n_unequal,
        sum(n_unequal) as n_pairs,
        sum(n_row_matches) as n_row_pairs,
        sum(n_row_unequal) as n_unequal_row_pairs
    from matched_cases
    group by case when $place > 0 then protected_values[$place] end
)

select
    cast($feature as varchar) as feature,
    rows_by_value.value,
    cast(rows_by_value.n_rows as bigint) as n_rows,
    cast(coalesce(matches_by_value.n_comparable, 0) as bigint) as n_comparable,
    cast(coalesce(matches_by_value.n_unequal, 0) as bigint) as n_unequal,
    coalesce(matches_by_value.n_unequal, 0) / matches_by_value.n_comparable
        as share,
    cast(coalesce(matches_by_value.n_pairs // ends.n_ends, 0) as bigint)
        as n_pairs,
    cast(coalesce(matches_by_value.n_row_pairs // ends.n_ends, 0) as bigint)
        as n_row_pairs,
    cast(
        coalesce(matches_by_value.n_unequal_row_pairs // ends.n_ends, 0)
        as bigint
    ) as n_unequal_row_pairs
from rows_by_value
cross join ends
left join matches_by_value
    on rows_by_value.value is not distinct from matches_by_value.value
order by rows_by_value.n_rows desc, rows_by_value.value asc nulls first
