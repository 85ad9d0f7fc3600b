-- name: blocked_minimal(distance)
-- The counterfactuals at one distance that agree with their target on a choice
-- of blocks.
--
-- Every nearer distance was searched before, so these are minimal. Several
-- choices may find the same pair. `kept_agree` is generated from the choice, and
-- `required` from the user's condition.
--
-- reads:  open_targets, candidates
-- writes: found_pairs
-- grain:  one row per (from_id, to_id) and choice that finds it
select
    open_targets.instance_id as from_id,
    candidates.instance_id as to_id,
    $distance as distance
from open_targets
inner join candidates
    on
        kept_agree(open_targets.code, candidates.code)
        and open_targets.label_id <> candidates.label_id
        and hamming(open_targets.code, candidates.code) = $distance
        and required(open_targets.case_values, candidates.case_values)
