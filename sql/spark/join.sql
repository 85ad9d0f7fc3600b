-- On Spark: join.

-- view: keyed_seekers(choices, shape)
-- Every seeker under the key of each choice of blocks.
--
-- The key is the number of the choice and 48 bits of a hash of the kept features:
-- one number, which is sorted and looked up faster than the features themselves.
-- `masked` is generated from the layout of the features.
-- grain:  one row per seeker and choice
select
    seekers.*,
    choices.kept,
    choices.must_differ,
    shiftleft(choices.place, 48)
    | (xxhash64(masked(seekers.code, choices.kept)) & 281474976710655)
        as block_key
from seekers
    lateral view
    inline(from_json($choices, $shape)) choices as place, kept, must_differ;

-- view: keyed_partners(choices, shape)
-- Every row that seekers are compared with, under the key of each choice of blocks.
--
-- The key is that of join/keyed_seekers.
-- grain:  one row per partner and choice
select
    partners.*,
    choices.kept,
    shiftleft(choices.place, 48)
    | (xxhash64(masked(partners.code, choices.kept)) & 281474976710655)
        as block_key
from partners
    lateral view
    inline(from_json($choices, $shape)) choices as place, kept, must_differ;

-- view: paired_keys
-- The pairs that share each key: what a join on it looks at.
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
having sum(n_seekers) > 0 and sum(n_partners) > 0;

-- fetch: pair_counts
-- How many pairs the join of each choice of blocks would look at, exactly, and how
-- many of them share one key.
-- grain:  one row per place of a choice with pairs
select
    shiftright(block_key, 48) as place,
    sum(n_pairs) as n_candidates,
    max(n_pairs) as n_of_one_key
from paired_keys
group by shiftright(block_key, 48);

-- stage: heavy_keys(most_pairs)
-- The keys that too many pairs share for one task, in parts.
--
-- Seekers and partners of such a key are each split by a hash, and every part of one
-- side meets every part of the other.
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
    explode(sequence(0, heavy.n_parts - 1)) partner_parts as partner_part;

-- view: split_seekers
-- Seekers under their keys; one of a heavy key in the parts where it meets all
-- partners.
-- grain:  one row per seeker, choice and part
select
    keyed_seekers.*,
    coalesce(
        heavy_keys.seeker_part * heavy_keys.n_parts + heavy_keys.partner_part, 0
    ) as part
from keyed_seekers
left join heavy_keys
    on
        keyed_seekers.block_key = heavy_keys.block_key
        and pmod(xxhash64(keyed_seekers.code), heavy_keys.n_parts)
        = heavy_keys.seeker_part;

-- view: split_partners
-- What seekers are compared with, under its keys; of a heavy key in the parts where
-- it meets all seekers.
-- grain:  one row per partner, choice and part
select
    keyed_partners.*,
    coalesce(
        heavy_keys.seeker_part * heavy_keys.n_parts + heavy_keys.partner_part, 0
    ) as part
from keyed_partners
left join heavy_keys
    on
        keyed_partners.block_key = heavy_keys.block_key
        and pmod(xxhash64(keyed_partners.code), heavy_keys.n_parts)
        = heavy_keys.partner_part;
