-- Results: from pairs of instances back to rows and words.
--
-- What was computed is stored; the words are made when a view is read.

-- stage: shown_instances
-- The instances that the results name: those asked about and their answers.
-- grain:  one row per instance_id
with named_instances as (
    select instance_id
    from asked_rows
    union
    select to_id as instance_id
    from minimal
)

select
    instances.instance_id,
    instances.row_id,
    instances.n_rows,
    instances.is_contradicted,
    labels.label
from instances
inner join named_instances
    on instances.instance_id = named_instances.instance_id
inner join labels
    on instances.label_id = labels.label_id;

-- stage: spelled_instances(anonymous)
-- The instances that the results name, with their features in words.
--
-- Its row id is what names a counterfactual: without it, nothing does.
-- grain:  one row per instance_id
select
    shown_instances.instance_id,
    case when not $anonymous then shown_instances.row_id end as row_id,
    shown_instances.n_rows,
    shown_instances.is_contradicted,
    shown_instances.label,
    texts.feature_texts
from shown_instances
inner join texts
    on shown_instances.row_id = texts.row_id;

-- view: spelled_pairs
-- The minimal counterfactuals of each row in words.
--
-- This goes into a stored view: the words are made when they are read, and only
-- for the rows that are.
-- grain:  one row per (row_id, counterfactual_id)
with paired_texts as (
    select
        asked_rows.row_id,
        from_instances.label,
        to_instances.row_id as counterfactual_id,
        to_instances.label as counterfactual_label,
        to_instances.n_rows as support,
        from_instances.feature_texts as from_texts,
        to_instances.feature_texts as to_texts,
        disagreement_sets.features,
        ranked_pairs.*
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
        changes_between(features, from_texts, to_texts) as changes
    from paired_texts
)

select
    row_id,
    label,
    counterfactual_id,
    counterfactual_label,
    distance,
    changes,
    changes_text(changes) as explanation,
    pair_rank as rank,
    pair_rank = 1 as is_optimal,
    power,
    ball_size,
    typicality,
    capacity,
    universality,
    dag_count,
    support
from paired_changes;

-- view: ranked
-- The minimal counterfactuals of each row in words, best first.
--
-- The representative's row id orders ties, so every engine lists alike.
-- grain:  one row per (row_id, counterfactual_id)
select spelled_pairs.*
from spelled_pairs
order by
    spelled_pairs.row_id,
    spelled_pairs.rank,
    spelled_pairs.counterfactual_id;

-- view: optimal
-- The optimal counterfactuals of each row.
-- grain:  one row per (row_id, counterfactual_id) with rank 1
select ranked.*
from ranked
where ranked.is_optimal;

-- stage: first_of_row into first_spelled
-- Of the one row that was asked about, the counterfactual that is listed first.
-- grain:  one row, or none
select
    row_id,
    counterfactual_id,
    explanation
from spelled_pairs
qualify row_number() over (order by rank, counterfactual_id) = 1;

-- view: summary
-- What there is to say of each row that was asked about.
--
-- A row without a counterfactual is here too, with n_minimal = 0.
-- grain:  one row per row_id asked about
select
    asked_rows.row_id,
    spelled_instances.label,
    instance_summaries.min_distance,
    coalesce(instance_summaries.n_minimal, 0) as n_minimal,
    coalesce(instance_summaries.n_optimal, 0) as n_optimal,
    coalesce(instance_summaries.n_optimal = 1, false) as is_unique,
    instance_summaries.best_powers[1] as power,
    instance_summaries.best_powers[2] as second_power,
    gap(
        instance_summaries.best_powers[1], instance_summaries.best_powers[2]
    ) as gap,
    spelled_instances.is_contradicted,
    first_spelled.counterfactual_id as optimal_id,
    first_spelled.explanation
from asked_rows
inner join spelled_instances
    on asked_rows.instance_id = spelled_instances.instance_id
left join instance_summaries
    on asked_rows.instance_id = instance_summaries.from_id
left join first_spelled
    on asked_rows.row_id = first_spelled.row_id
order by asked_rows.row_id;

-- fetch: shown_values
-- The features of the row that was asked about.
-- grain:  one row
select spelled_instances.feature_texts
from spelled_instances
inner join asked_rows
    on spelled_instances.instance_id = asked_rows.instance_id;

-- stage: shown_rows into wanted_rows
-- The row that is asked about, and its counterfactuals.
-- grain:  one row per row_id
select row_id
from asked_rows
union
select row_id
from shown_instances;

-- fetch: row_texts
-- The rows that were wanted, and the texts of their features.
-- grain:  one row per row_id
select
    row_id,
    feature_texts
from texts;
