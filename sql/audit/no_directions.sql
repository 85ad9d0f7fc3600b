-- name: no_directions
-- An empty `audit_unequal_directions`, to be filled column by column.
--
-- writes: audit_unequal_directions
-- grain:  one row per (feature, value, label, other_value, other_label)
select
    cast(null as varchar) as feature,
    cast(null as varchar) as value,
    cast(null as varchar) as label,
    cast(null as varchar) as other_value,
    cast(null as varchar) as other_label,
    cast(null as bigint) as n_pairs,
    cast(null as bigint) as n_row_pairs
where false
