-- name: unlike_share
-- The chance that two instances have different labels.
--
-- reads:  population
-- grain:  one row
with classes as (
    select count(*) as n_instances
    from population
    group by label_id
)

select 1 - sum(n_instances * n_instances) / power(sum(n_instances), 2) as share
from classes
