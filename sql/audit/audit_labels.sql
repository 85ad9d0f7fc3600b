-- name: audit_labels
-- The matrix from label to label: of the rows of a class, how many have their
-- optimal counterfactual in which other class.
--
-- reads:  label_pairs
-- writes: audit_labels
-- grain:  one row per (from_label, to_label)
select
    from_label,
    to_label,
    round(n_rows, 6) as n_rows,
    round(n_rows, 6)
    / round(sum(n_rows) over (partition by from_label), 6) as share
from label_pairs
order by from_label, to_label
