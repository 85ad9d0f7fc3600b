-- On Spark: the plan `blocked`.

-- append: minimal(distance) into found_pairs
-- The counterfactuals at one distance that agree with their target on a choice
-- of blocks.
--
-- On Spark: all choices are one join, on a key that the choice is part of. A job for
-- each choice would take longer to start than to run. It is merged, as Spark would
-- not by itself: rows of a key then lie side by side, and a pair takes a fifth of
-- the time that it takes in a hash table that is larger than the cache.
-- grain:  one row per (from_id, to_id) and choice that finds it
select /*+ merge(split_partners) */
    split_seekers.instance_id as from_id,
    split_partners.instance_id as to_id,
    $distance as distance
from split_seekers
inner join split_partners
    on
        split_seekers.block_key = split_partners.block_key
        and split_seekers.part = split_partners.part
        and split_seekers.label_id <> split_partners.label_id
        and hamming(split_seekers.code, split_partners.code) = $distance
        and agree_on(
            split_seekers.code, split_partners.code, split_seekers.kept
        )
        and required(split_seekers.case_values, split_partners.case_values);

-- append: balls(radius) into ball_parts
-- The rows around each centre that agree with it on a choice of blocks.
--
-- On Spark: all choices are one join, merged, as in blocked/minimal.
-- grain:  one row per (centre_id, distance, label_id) with rows in it
select /*+ merge(split_partners) */
    split_seekers.centre_id,
    hamming(split_seekers.code, split_partners.code) as distance,
    split_partners.label_id,
    sum(split_partners.weight) as n_rows
from split_seekers
inner join split_partners
    on
        split_seekers.block_key = split_partners.block_key
        and split_seekers.part = split_partners.part
        and hamming(split_seekers.code, split_partners.code) <= $radius
        and agree_on(
            split_seekers.code, split_partners.code, split_seekers.kept
        )
        and all_differ(
            split_seekers.code, split_partners.code, split_seekers.must_differ
        )
group by
    split_seekers.centre_id,
    hamming(split_seekers.code, split_partners.code),
    split_partners.label_id;
