-- name: candidates
-- How many pairs a join on a choice of blocks would look at: exactly.
--
-- `kept_key` is generated from the choice of blocks.
--
-- reads:  seekers, population
-- grain:  one row
with seeker_groups as (
    select
        kept_key(code) as group_key,
        count(*) as n_seekers
    from seekers
    group by kept_key(code)
),

population_groups as (
    select
        kept_key(code) as group_key,
        count(*) as n_instances
    from population
    group by kept_key(code)
)

select
    cast(
        coalesce(
            sum(seeker_groups.n_seekers * population_groups.n_instances), 0
        ) as bigint
    ) as n_candidates
from seeker_groups
inner join population_groups
    on seeker_groups.group_key = population_groups.group_key
