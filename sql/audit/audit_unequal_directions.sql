-- name: audit_unequal_directions(feature)
-- Which value comes with which label, where two cases differ in one protected column
-- alone and in their label.
--
-- Of two values the one that comes first in the order of text is on the left; so a
-- pair of cases counts once, and both directions of two labels can be compared.
--
-- reads:  matched_cases
-- writes: audit_unequal_directions
-- grain:  one row per (feature, value, label, other_value, other_label)
with unequal_members as (
    select
        group_id,
        label,
        n_rows,
        own_values[1] as value,
        -- NULL is a value too, and comes first.
        coalesce(' ' || own_values[1], '') as value_key
    from matched_cases
    where n_unequal > 0
)

select
    cast($feature as varchar) as feature,
    own.value,
    own.label,
    other.value as other_value,
    other.label as other_label,
    count(*) as n_pairs,
    cast(sum(own.n_rows * other.n_rows) as bigint) as n_row_pairs
from unequal_members as own
inner join unequal_members as other
    on
        own.group_id = other.group_id
        and own.value_key < other.value_key
        and own.label <> other.label
group by own.value, own.label, other.value, other.label
order by
    n_pairs desc,
    own.value asc nulls first,
    other.value asc nulls first,
    own.label asc,
    other.label asc
