-- name: counted_rules
-- The candidates that some case of the class contains, counted.
--
-- reads:  chunk_bits, candidate_rules
-- writes: counted_rules
-- grain:  one row per rule_id
with counts as (
    select
        rule_id,
        cast(
            coalesce(
                sum(weight * bit_count(members)) filter (where is_like), 0
            ) as bigint
        ) as n_like,
        cast(
            coalesce(
                sum(weight * bit_count(members)) filter (where not is_like), 0
            ) as bigint
        ) as n_unlike
    from chunk_bits
    group by rule_id
)

select
    candidate_rules.rule_id,
    candidate_rules.prefix_id,
    candidate_rules.last_feature_id,
    candidate_rules.literal_ids,
    counts.n_like,
    counts.n_unlike,
    candidate_rules.n_unlike_before
from counts
inner join candidate_rules
    on counts.rule_id = candidate_rules.rule_id
where counts.n_like > 0
