-- name: like_pairs
-- How many instances there are, and pairs of them that have the same label.
--
-- reads:  population
-- grain:  one row
with classes as (
    select count(*) as n_instances
    from population
    group by label_id
)

select
    sum(n_instances) as n_instances,
    sum(n_instances * n_instances) as n_like_pairs
from classes
