-- name: no_heavy_keys
-- No key that too many pairs share: the shape of join/heavy_keys.
--
-- writes: heavy_keys
-- grain:  one row per (block_key, seeker_part, partner_part)
select
    cast(0 as bigint) as block_key,
    0 as n_parts,
    0 as seeker_part,
    0 as partner_part
where false
