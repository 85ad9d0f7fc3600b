-- name: blocked_minimal(distance)
-- The counterfactuals at one distance that agree with their target on a choice
-- of blocks.
--
-- Every nearer distance was searched before, so these are minimal. A pair that
-- several choices would find is kept by the one whose dropped blocks differ.
-- `kept_agree` and `dropped_differ` are generated from the choice of blocks.
--
-- reads:  open_targets, population
-- writes: minimal
-- grain:  one row per (from_id, to_id)
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
        and dropped_differ(open_targets.code, population.code)
