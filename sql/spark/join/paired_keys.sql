-- name: paired_keys
-- The pairs that share each key: what a join on it looks at.
--
-- reads:  keyed_seekers, keyed_partners
-- writes: paired_keys
-- grain:  one row per block_key with pairs
with keys as (
    select
        block_key,
        1 as n_seekers,
        0 as n_partners
    from keyed_seekers
    union all
    select
        block_key,
        0 as n_seekers,
        1 as n_partners
    from keyed_partners
)

select
    block_key,
    sum(n_seekers) * sum(n_partners) as n_pairs
from keys
group by block_key
having sum(n_seekers) > 0 and sum(n_partners) > 0
