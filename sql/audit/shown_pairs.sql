-- name: shown_pairs(n_shown)
-- The pairs that say most: those that differ in the fewest columns, whose cases are
-- not contradicted, and of which there are most rows.
--
-- All of them, if n_shown is NULL.
--
-- reads:  audit_unequal
-- grain:  one row per pair
select
    row_id,
    label,
    other_id,
    other_label,
    changes,
    explanation,
    n_rows,
    n_other_rows,
    is_contradicted
from audit_unequal
order by
    len(changes) asc,
    is_contradicted asc,
    least(n_rows, n_other_rows) desc,
    n_rows + n_other_rows desc,
    row_id asc,
    other_id asc
limit $n_shown
