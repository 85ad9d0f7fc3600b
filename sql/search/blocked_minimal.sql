-- name: blocked_minimal(distance)
-- The counterfactuals at one distance that agree with their target on a choice
-- of blocks.
--
-- Every nearer distance was searched before, so these are minimal. Several
-- choices may find the same pair. `kept_agree` is generated from the choice.
--
-- reads:  open_targets, population
-- writes: found_pairs
-- grain:  one row per (from_id, to_id) and choice that finds it
select
    open_targets.instance_id as from_id,
    population.instance_id as to_id,
    $distance as distance
from open_targets
inner join population
    on
        kept_agree(open_targets.code, population.code)
        and open_targets.label_id <> population.label_id
        and hamming(open_targets.code, population.code) = $distance
