-- name: no_values
-- An empty `audit_unequal_values`, to be filled column by column.
--
-- writes: audit_unequal_values
-- grain:  one row per (feature, value)
select
    cast(null as varchar) as feature,
    cast(null as varchar) as value,
    cast(null as bigint) as n_rows,
    cast(null as bigint) as n_comparable,
    cast(null as bigint) as n_unequal,
    cast(null as double) as share,
    cast(null as bigint) as n_pairs,
    cast(null as bigint) as n_row_pairs,
    cast(null as bigint) as n_unequal_row_pairs
where false
