-- name: counterfactuals
-- All counterfactuals of a row in words, the nearest first.
--
-- reads:  asked_rows, targets, labels, listed_counterfactuals, disagreement_sets,
--         irreducibles, spared_features, texts
-- writes: counterfactuals
-- grain:  one row per counterfactual_id
with paired_texts as (
    select
        asked_rows.row_id,
        own_labels.label,
        listed_counterfactuals.row_id as counterfactual_id,
        other_labels.label as counterfactual_label,
        listed_counterfactuals.distance,
        disagreement_sets.features,
        own_texts.feature_texts as from_texts,
        other_texts.feature_texts as to_texts,
        listed_counterfactuals.n_rows as support,
        irreducibles.instance_id is not null as is_irreducible_subset,
        coalesce(
            spared_features.spared = listed_counterfactuals.disagreement, false
        ) as is_irreducible_literal
    from listed_counterfactuals
    cross join asked_rows
    inner join targets
        on asked_rows.instance_id = targets.instance_id
    inner join labels as own_labels
        on targets.label_id = own_labels.label_id
    inner join labels as other_labels
        on listed_counterfactuals.label_id = other_labels.label_id
    inner join disagreement_sets
        on
            listed_counterfactuals.disagreement
            = disagreement_sets.disagreement
    inner join texts as own_texts
        on asked_rows.row_id = own_texts.row_id
    inner join texts as other_texts
        on listed_counterfactuals.row_id = other_texts.row_id
    left join irreducibles
        on listed_counterfactuals.instance_id = irreducibles.instance_id
    left join spared_features
        on listed_counterfactuals.instance_id = spared_features.instance_id
),

paired_changes as (
    select
        *,
        list_transform(
            features,
            lambda change: {
                feature: change['feature'],
                from_value: from_texts[change['feature_id']],
                to_value: to_texts[change['feature_id']]
            }
        ) as changes
    from paired_texts
)

select
    row_id,
    label,
    counterfactual_id,
    counterfactual_label,
    distance,
    changes,
    array_to_string(
        list_transform(
            changes,
            lambda change: concat(
                change['feature'],
                ': ',
                coalesce(change['from_value'], 'NULL'),
                ' → ',
                coalesce(change['to_value'], 'NULL')
            )
        ),
        ', '
    ) as explanation,
    support,
    distance = min(distance) over () as is_minimal,
    is_irreducible_subset,
    is_irreducible_literal
from paired_changes
order by distance, counterfactual_id
