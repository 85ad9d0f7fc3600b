-- name: set_counts(n_dropped)
-- The rows that agree with each centre outside a set of features.
--
-- No pair is looked at: rows are grouped by what they have outside the set. Only
-- hyperballs at least as large as the set need it.
--
-- reads:  open_centres, population
-- writes: set_parts
-- grain:  one row per (centre_id, label_id) with such rows
with row_groups as (
    select
        kept_key(code) as group_key,
        label_id,
        sum(weight) as n_rows
    from population
    group by kept_key(code), label_id
)

select
    open_centres.centre_id,
    $n_dropped as n_dropped,
    row_groups.label_id,
    cast(row_groups.n_rows as bigint) as n_rows
from open_centres
inner join row_groups
    on kept_key(open_centres.code) = row_groups.group_key
where open_centres.radius >= $n_dropped
