-- name: spelled_pairs
-- The minimal counterfactuals of each row in words.
--
-- This goes into a stored view: the words are made when they are read, and only
-- for the rows that are. So no function of a session can be used here.
--
-- reads:  asked_rows, ranked_pairs, disagreement_sets, spelled_instances
-- writes: spelled_pairs
-- grain:  one row per (row_id, counterfactual_id)
with paired_texts as (
    select
        asked_rows.row_id,
        from_instances.label,
        to_instances.row_id as counterfactual_id,
        to_instances.label as counterfactual_label,
        ranked_pairs.distance,
        disagreement_sets.features,
        from_instances.feature_texts as from_texts,
        to_instances.feature_texts as to_texts,
        ranked_pairs.pair_rank as rank,
        ranked_pairs.power,
        ranked_pairs.ball_size,
        ranked_pairs.typicality,
        ranked_pairs.capacity,
        ranked_pairs.universality,
        ranked_pairs.dag_count,
        to_instances.n_rows as support
    from asked_rows
    inner join ranked_pairs
        on asked_rows.instance_id = ranked_pairs.from_id
    inner join disagreement_sets
        on ranked_pairs.disagreement = disagreement_sets.disagreement
    inner join spelled_instances as from_instances
        on ranked_pairs.from_id = from_instances.instance_id
    inner join spelled_instances as to_instances
        on ranked_pairs.to_id = to_instances.instance_id
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
    rank,
    rank = 1 as is_optimal,
    power,
    ball_size,
    typicality,
    capacity,
    universality,
    dag_count,
    support
from paired_changes
