-- name: candidates
-- How many pairs a join on a choice of blocks would look at, exactly, and how
-- many of them share one key.
--
-- `kept_key` is generated from the choice of blocks.
--
-- reads:  seekers, partners
-- grain:  one row
with seeker_groups as (
    select
        kept_key(code) as group_key,
        count(*) as n_seekers
    from seekers
    group by kept_key(code)
),

partner_groups as (
    select
        kept_key(code) as group_key,
        count(*) as n_instances
    from partners
    group by kept_key(code)
)

select
    cast(
        coalesce(
            sum(seeker_groups.n_seekers * partner_groups.n_instances), 0
        ) as bigint
    ) as n_candidates,
    coalesce(
        max(seeker_groups.n_seekers * partner_groups.n_instances), 0
    ) as n_of_one_key
from seeker_groups
inner join partner_groups
    on seeker_groups.group_key = partner_groups.group_key
