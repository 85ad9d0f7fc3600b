-- name: case_sets
-- How many cases, of the row's label and of others, differ from a checked row
-- on just these features.
--
-- reads:  compared_cases
-- writes: case_sets
-- grain:  one row per (row_id, differing)
select
    row_id,
    differing,
    count(*) filter (where label = other_label) as n_like,
    count(*) filter (where label != other_label) as n_unlike,
    min(other_id) filter (where label != other_label) as first_unlike_id
from compared_cases
group by row_id, differing
