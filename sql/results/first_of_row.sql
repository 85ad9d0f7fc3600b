-- name: first_of_row
-- Of the one row that was asked about, the counterfactual that is listed first.
--
-- reads:  spelled_pairs
-- writes: first_spelled
-- grain:  one row, or none
select
    row_id,
    counterfactual_id,
    explanation
from spelled_pairs
qualify row_number() over (order by rank, counterfactual_id) = 1
