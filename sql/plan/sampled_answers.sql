-- name: sampled_answers
-- How many sampled targets are answered at which distance, and by how many.
--
-- reads:  minimal
-- grain:  one row per distance
select
    distance,
    count(distinct from_id) as n_targets,
    count(*) as n_pairs
from minimal
group by distance
order by distance
