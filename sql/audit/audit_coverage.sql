-- name: audit_coverage
-- How many rows have a counterfactual within 1, 2, 3, … changes.
--
-- Up to the largest number that any row needs, for every class alike; a NULL label
-- stands for all rows. A table without any counterfactual has a line for 1 change.
--
-- reads:  summary
-- writes: audit_coverage
-- grain:  one row per (label, n_changes)
with steps as (
    select unnest(range(1, greatest(max(min_distance), 1) + 1)) as n_changes
    from summary
),

rows_by_class as (
    select
        label,
        min_distance
    from summary
    union all
    select
        cast(null as varchar) as label,
        min_distance
    from summary
)

select
    rows_by_class.label,
    cast(steps.n_changes as integer) as n_changes,
    count(*) as n_rows,
    count(*) filter (
        where rows_by_class.min_distance <= steps.n_changes
    ) as n_reached,
    count(*) filter (where rows_by_class.min_distance <= steps.n_changes)
    / count(*) as share
from rows_by_class
cross join steps
group by rows_by_class.label, steps.n_changes
order by rows_by_class.label asc nulls first, steps.n_changes asc
