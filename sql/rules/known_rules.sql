-- name: known_rules
-- The factual explanations of the sampled cases, as rules.
--
-- reads:  listed_sets, explained_targets, literals
-- writes: found_rules
-- grain:  one row per literal_ids
with members as (
    select
        target_id,
        chosen,
        coverage,
        precision,
        unnest(features)['feature_id'] as feature_id
    from listed_sets
),

sampled_rules as (
    select
        members.target_id,
        members.chosen,
        members.coverage,
        members.precision,
        list(literals.literal_id order by literals.literal_id) as literal_ids
    from members
    inner join explained_targets
        on members.target_id = explained_targets.target_id
    inner join literals
        on
            members.feature_id = literals.feature_id
            and value_codes(explained_targets.code)[members.feature_id]
            = literals.value_code
    group by
        members.target_id,
        members.chosen,
        members.coverage,
        members.precision
)

select distinct
    literal_ids,
    coverage,
    precision
from sampled_rules
