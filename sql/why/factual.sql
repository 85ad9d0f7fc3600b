-- name: factual
-- The minimal factual explanations of each row in words, smallest first.
--
-- reads:  asked_rows, instances, labels, listed_sets, texts
-- writes: factual
-- grain:  one row per (row_id, features)
with spelled_sets as (
    select
        asked_rows.row_id,
        labels.label,
        listed_sets.features,
        texts.feature_texts,
        listed_sets.size,
        listed_sets.coverage,
        listed_sets.precision,
        listed_sets.place
    from asked_rows
    inner join instances
        on asked_rows.instance_id = instances.instance_id
    inner join labels
        on instances.label_id = labels.label_id
    inner join listed_sets
        on asked_rows.instance_id = listed_sets.target_id
    inner join texts
        on asked_rows.row_id = texts.row_id
)

select
    row_id,
    label,
    list_transform(features, lambda member: member['feature']) as features,
    list_transform(
        features,
        lambda member: {
            feature: member['feature'],
            value: feature_texts[member['feature_id']]
        }
    ) as literals,
    size,
    coverage,
    precision
from spelled_sets
order by row_id, place
