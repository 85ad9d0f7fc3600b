-- name: pair_counts
-- How many pairs the join of each choice of blocks would look at, exactly, and how
-- many of them share one key.
--
-- reads:  paired_keys
-- grain:  one row per place of a choice with pairs
select
    shiftright(block_key, 48) as place,
    sum(n_pairs) as n_candidates,
    max(n_pairs) as n_of_one_key
from paired_keys
group by shiftright(block_key, 48)
