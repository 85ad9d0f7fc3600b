-- name: blocked_balls(radius)
-- The rows around each centre that agree with it on a choice of blocks.
--
-- On Spark: all choices are one join, merged, as in search/blocked_minimal.
--
-- reads:  split_seekers, split_partners
-- writes: ball_parts
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
    split_partners.label_id
