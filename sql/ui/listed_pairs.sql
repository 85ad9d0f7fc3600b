-- name: listed_pairs(feature, value, label, other_value, other_label, has_values, skip, n_shown)
-- Pairs of an audit that are counted together in a figure.
--
-- A feature is the only one in which the cases of a pair differ; without one, they
-- differ in several. The values are asked for if has_values says so.
--
-- reads:  audit_unequal
-- grain:  one row per pair
select
    row_id,
    label,
    other_id,
    other_label,
    explanation,
    is_contradicted,
    count(*) over () as n_rows
from audit_unequal
where
    case
        when $feature is null then len(changes) > 1
        else len(changes) = 1 and changes[1]['feature'] = $feature
    end
    and (
        not $has_values
        or (
            label = $label
            and other_label = $other_label
            and changes[1]['from_value'] is not distinct from
            cast($value as varchar)
            and changes[1]['to_value'] is not distinct from
            cast($other_value as varchar)
        )
        or (
            label = $other_label
            and other_label = $label
            and changes[1]['from_value'] is not distinct from
            cast($other_value as varchar)
            and changes[1]['to_value'] is not distinct from
            cast($value as varchar)
        )
    )
order by row_id, other_id
limit $n_shown offset $skip
