-- name: label_pairs
-- How many rows of one class have their optimal counterfactual in another.
--
-- Sums of parts, to be rounded by whoever shows them.
--
-- reads:  optimal_answers
-- writes: label_pairs
-- grain:  one row per (from_label, to_label)
select
    label as from_label,
    counterfactual_label as to_label,
    sum(weight) as n_rows
from optimal_answers
group by label, counterfactual_label
