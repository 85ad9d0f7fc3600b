-- name: candidate_rules
-- The joined rules that may hold: whichever literal is left out, a failed rule
-- is left.
--
-- reads:  joined_rules, failed_rules
-- writes: candidate_rules
-- grain:  one row per rule_id
with parts as (
    select
        literal_ids,
        unnest(literal_ids) as left_out_id
    from joined_rules
),

shortened_rules as (
    select
        literal_ids,
        list_filter(
            literal_ids, lambda literal_id: literal_id != left_out_id
        ) as part_ids
    from parts
),

whole_rules as (
    select
        shortened_rules.literal_ids,
        min(failed_rules.n_unlike) as n_unlike_before
    from shortened_rules
    inner join failed_rules
        on shortened_rules.part_ids = failed_rules.literal_ids
    group by shortened_rules.literal_ids
    having count(*) = len(shortened_rules.literal_ids)
)

select
    joined_rules.prefix_id,
    joined_rules.later_id,
    joined_rules.last_feature_id,
    whole_rules.n_unlike_before,
    joined_rules.literal_ids,
    row_number() over () as rule_id
from joined_rules
inner join whole_rules
    on joined_rules.literal_ids = whole_rules.literal_ids
