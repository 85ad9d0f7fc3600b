-- name: listed_first
-- Of each row, the optimal counterfactual that is listed first, so that every row
-- weighs the same. Without row ids it is one of the optimal ones.
--
-- reads:  ranked, summary
-- writes: listed_first
-- grain:  one row per row_id
select
    ranked.row_id,
    ranked.typicality,
    ranked.capacity,
    ranked.universality
from ranked
inner join summary
    on
        ranked.row_id = summary.row_id
        and ranked.counterfactual_id is not distinct from summary.optimal_id
where ranked.is_optimal
qualify
    row_number() over (
        partition by ranked.row_id
        order by ranked.typicality asc, ranked.universality asc
    ) = 1
