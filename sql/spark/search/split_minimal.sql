-- name: split_minimal(distance)
-- The counterfactuals at one distance that agree with their target on a choice
-- of blocks, where some keys are shared by many.
--
-- As search/blocked_minimal, but that the rows of a heavy key are in parts, each of
-- which meets each part of the other side: a task has some of them, not all.
--
-- reads:  open_targets, candidates, heavy_keys
-- writes: found_pairs
-- grain:  one row per (from_id, to_id) and choice that finds it
with split_targets as (
    select
        open_targets.instance_id,
        open_targets.label_id,
        open_targets.code,
        open_targets.case_values,
        pmod(
            xxhash64(open_targets.instance_id), coalesce(heavy_keys.n_parts, 1)
        ) as target_part,
        explode(sequence(0, coalesce(heavy_keys.n_parts, 1) - 1))
            as candidate_part
    from open_targets
    left join heavy_keys
        on kept_key(open_targets.code) = heavy_keys.group_key
),

split_candidates as (
    select
        candidates.instance_id,
        candidates.label_id,
        candidates.code,
        candidates.case_values,
        explode(sequence(0, coalesce(heavy_keys.n_parts, 1) - 1))
            as target_part,
        pmod(xxhash64(candidates.instance_id), coalesce(heavy_keys.n_parts, 1))
            as candidate_part
    from candidates
    left join heavy_keys
        on kept_key(candidates.code) = heavy_keys.group_key
)

select
    split_targets.instance_id as from_id,
    split_candidates.instance_id as to_id,
    $distance as distance
from split_targets
inner join split_candidates
    on
        kept_agree(split_targets.code, split_candidates.code)
        and split_targets.target_part = split_candidates.target_part
        and split_targets.candidate_part = split_candidates.candidate_part
        and split_targets.label_id <> split_candidates.label_id
        and hamming(split_targets.code, split_candidates.code) = $distance
        and required(split_targets.case_values, split_candidates.case_values)
