-- name: spelled_pairs
-- Each minimal counterfactual in words, with its metrics.
--
-- reads:  ranked_pairs, shown_instances, texts, features, labels, population
-- writes: spelled_pairs
-- grain:  one row per (from_id, to_id)
with feature_names as (
    select list(feature order by feature_id) as feature_list
    from features
),

class_sizes as (
    select
        labels.label,
        sum(population.weight) as n_rows
    from population
    inner join labels
        on population.label_id = labels.label_id
    group by labels.label
)

select
    ranked_pairs.from_id,
    ranked_pairs.to_id,
    to_instances.row_id as counterfactual_id,
    to_instances.label as counterfactual_label,
    ranked_pairs.distance,
    spell_changes(
        ranked_pairs.changed,
        feature_names.feature_list,
        from_texts.feature_texts,
        to_texts.feature_texts
    ) as changes,
    ranked_pairs.pair_rank,
    ranked_pairs.power,
    ranked_pairs.ball_size,
    ranked_pairs.n_like_to / class_sizes.n_rows as typicality,
    ranked_pairs.power / ranked_pairs.ball_size as capacity,
    ranked_pairs.n_like_from / ranked_pairs.ball_size as universality,
    ranked_pairs.dag_count,
    to_instances.n_rows as support
from ranked_pairs
inner join shown_instances as from_instances
    on ranked_pairs.from_id = from_instances.instance_id
inner join shown_instances as to_instances
    on ranked_pairs.to_id = to_instances.instance_id
inner join texts as from_texts
    on from_instances.row_id = from_texts.row_id
inner join texts as to_texts
    on to_instances.row_id = to_texts.row_id
inner join class_sizes
    on to_instances.label = class_sizes.label
cross join feature_names
