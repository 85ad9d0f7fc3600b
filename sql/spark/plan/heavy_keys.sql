-- name: heavy_keys(most_pairs)
-- The keys of a join that too many pairs share for one task, and in how many
-- parts each side is split.
--
-- Every part of one side meets every part of the other, so the pairs of a key are
-- spread over the square of that number.
--
-- reads:  seekers, partners
-- writes: heavy_keys
-- grain:  one row per group_key
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
    seeker_groups.group_key,
    cast(
        ceil(
            sqrt(
                seeker_groups.n_seekers
                * partner_groups.n_instances
                / $most_pairs
            )
        ) as int
    ) as n_parts
from seeker_groups
inner join partner_groups
    on seeker_groups.group_key = partner_groups.group_key
where seeker_groups.n_seekers * partner_groups.n_instances > $most_pairs
