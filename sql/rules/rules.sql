-- name: rules(n_wanted)
-- The rules with the greatest coverage, in words.
--
-- reads:  found_rules, literals, dictionary, features
-- writes: rules
-- grain:  one row per rule
with members as (
    select
        literal_ids,
        coverage,
        precision,
        unnest(literal_ids) as literal_id
    from found_rules
),

spelled_rules as (
    select
        members.literal_ids,
        members.coverage,
        members.precision,
        list(features.feature_id order by literals.literal_id) as feature_ids,
        list(
            {
                feature: features.feature,
                value: dictionary.value_text
            }
            order by literals.literal_id
        ) as literals
    from members
    inner join literals
        on members.literal_id = literals.literal_id
    inner join features
        on literals.feature_id = features.feature_id
    inner join dictionary
        on
            literals.feature_id = dictionary.feature_id
            and literals.value_code = dictionary.value_code
    group by members.literal_ids, members.coverage, members.precision
)

select
    list_transform(literals, lambda literal: literal['feature']) as features,
    literals,
    cast(len(literals) as integer) as size,
    coverage,
    precision
from spelled_rules
order by coverage desc, size asc, feature_ids asc, literal_ids asc
limit $n_wanted
