-- name: heavy_keys(most_pairs)
-- The keys that too many pairs share for one task, in parts.
--
-- Seekers and partners of such a key are each split by a hash, and every part of one
-- side meets every part of the other.
--
-- reads:  paired_keys
-- writes: heavy_keys
-- grain:  one row per (block_key, seeker_part, partner_part)
with heavy as (
    select
        block_key,
        cast(ceil(sqrt(n_pairs / $most_pairs)) as int) as n_parts
    from paired_keys
    where n_pairs > $most_pairs
)

select
    heavy.block_key,
    heavy.n_parts,
    seeker_parts.seeker_part,
    partner_parts.partner_part
from heavy
    lateral view
    explode(sequence(0, heavy.n_parts - 1)) seeker_parts as seeker_part
    lateral view
    explode(sequence(0, heavy.n_parts - 1)) partner_parts as partner_part
