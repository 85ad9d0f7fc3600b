-- Results: from pairs of instances back to rows and words.
--
-- Pairs and the words of rows are stored; changes are spelled when a view is read.

-- view: named_instances
-- The instances that the results name: those asked about and their answers.
-- grain:  one row per instance_id
select instance_id
from asked_rows
union
select to_id as instance_id
from minimal;

-- stage: shown_instances
-- These instances, with what is said of them besides their features.
-- grain:  one row per instance_id
select
    instances.instance_id,
    instances.row_id,
    instances.n_rows,
    coalesce(contradicted_codes.n_rows, instances.n_rows) as n_equal,
    instances.is_contradicted,
    instances.label_id,
    labels.label
from instances
inner join named_instances
    on instances.instance_id = named_instances.instance_id
inner join labels
    on instances.label_id = labels.label_id
left join contradicted_codes
    on instances.code = contradicted_codes.code;

-- stage: spelled_instances(anonymous)
-- The instances that the results name, with their features in words.
--
-- Its row id is what names a counterfactual: without it, nothing does.
-- grain:  one row per instance_id
select
    shown_instances.instance_id,
    case when not $anonymous then shown_instances.row_id end as row_id,
    shown_instances.n_rows,
    shown_instances.n_equal,
    shown_instances.is_contradicted,
    shown_instances.label_id,
    shown_instances.label,
    texts.feature_texts
from shown_instances
inner join texts
    on shown_instances.row_id = texts.row_id;

-- view: words
-- What is said of each row that was asked about, by its instance in `from_id`, and of
-- each answer, by its own in `to_id`.
-- grain:  one row per row_id with a from_id, and per to_id
select
    asked_rows.instance_id as from_id,
    cast(null as bigint) as to_id,
    asked_rows.row_id,
    spelled_instances.label,
    spelled_instances.n_rows as support,
    spelled_instances.n_equal,
    cast(null as bigint) as class_size,
    spelled_instances.feature_texts as texts
from asked_rows
inner join spelled_instances
    on asked_rows.instance_id = spelled_instances.instance_id
union all
select
    cast(null as bigint) as from_id,
    spelled_instances.instance_id as to_id,
    spelled_instances.row_id,
    spelled_instances.label,
    spelled_instances.n_rows as support,
    spelled_instances.n_equal,
    class_sizes.n_rows as class_size,
    spelled_instances.feature_texts as texts
from spelled_instances
inner join class_sizes
    on spelled_instances.label_id = class_sizes.label_id
where
    spelled_instances.instance_id in (
        select measured_pairs.to_id from measured_pairs
    );

-- view: spelled_pairs
-- The minimal counterfactuals of each row in words.
--
-- This goes into a stored view: the words are made when they are read, and only
-- for the rows that are. It promises no order, which would cost ten rows the words
-- of all.
-- grain:  one row per (row_id, counterfactual_id)
select
    asked.row_id,
    asked.label,
    answers.row_id as counterfactual_id,
    answers.label as counterfactual_label,
    pairs.distance,
    changes_between(changed.features, asked.texts, answers.texts) as changes,
    changes_text(changes) as explanation,
    pairs.rank,
    pairs.rank = 1 as is_optimal,
    pairs.power,
    pairs.ball_size,
    typicality(pairs.ball_size - pairs.power, answers.class_size)
        as typicality,
    capacity(pairs.power, pairs.ball_size) as capacity,
    universality(pairs.n_own, pairs.ball_size) as universality,
    pairs.dag_count,
    answers.support,
    share(answers.support, answers.n_equal) as share,
    answers.n_equal,
    pairs.to_id
from ranked_pairs as pairs
inner join disagreement_sets as changed
    on pairs.disagreement = changed.disagreement
inner join words as asked
    on pairs.from_id = asked.from_id
inner join words as answers
    on pairs.to_id = answers.to_id;

-- view: best_first into spelled_pairs
-- The same, the best answers of each row first, for who reads all.
--
-- Instances are numbered in the order of their representatives' row ids: these order
-- ties, also where they are not told, so every plan lists alike.
-- grain:  one row per (row_id, counterfactual_id)
select *
from spelled_pairs
order by row_id, rank, to_id;

-- view: ranked
-- The minimal counterfactuals of each row in words.
-- grain:  one row per (row_id, counterfactual_id)
select * exclude (n_equal, to_id)
from spelled_pairs;

-- view: weighted_ranked into ranked
-- The same, with how many features change: some count more than once in a distance.
-- grain:  one row per (row_id, counterfactual_id)
select
    * exclude (n_equal, to_id),
    cast(array_length(changes) as bigint) as n_changes
from spelled_pairs;

-- view: optimal
-- The optimal counterfactuals of each row.
-- grain:  one row per (row_id, counterfactual_id) with rank 1
select *
from ranked
where is_optimal;

-- view: first_spelled
-- Of each instance, the optimal counterfactual that is told first.
-- grain:  one row per from_id
with first_rows as (
    select
        from_id,
        min(row_id) as row_id
    from words
    where from_id is not null
    group by from_id
)

select
    first_pairs.from_id,
    answers.row_id as counterfactual_id,
    answers.label as counterfactual_label,
    changes_between(
        disagreement_sets.features, asked.texts, answers.texts
    ) as changes,
    answers.support,
    answers.n_equal
from first_pairs
inner join disagreement_sets
    on first_pairs.disagreement = disagreement_sets.disagreement
inner join first_rows
    on first_pairs.from_id = first_rows.from_id
inner join words as asked
    on
        first_rows.from_id = asked.from_id
        and first_rows.row_id = asked.row_id
inner join words as answers
    on first_pairs.to_id = answers.to_id;

-- stage: first_of_row into first_spelled
-- Of the one row that was asked about, the optimal counterfactual that is told first.
-- grain:  one row, or none
select
    instance_summaries.from_id,
    spelled_pairs.*
from spelled_pairs
inner join instance_summaries
    on spelled_pairs.to_id = instance_summaries.optimal_to_id;

-- view: told_instances(is_by_power)
-- What is told of each instance that was asked about, and why there is no answer.
--
-- That its own values came with another label is the first thing to say. Phrases have
-- columns of their own: a sentence that held them in each of its forms would take
-- longer to plan than to say.
--
-- How sure an answer is, power tells: `is_by_power` where it ranks the answers to one
-- question.
-- grain:  one row per instance_id asked about
with asked_instances as (
    select distinct instance_id
    from asked_rows
),

first_blamed as (
    select
        instance_id,
        blocked_by
    from blamed
    qualify row_number() over (partition by instance_id order by place) = 1
),

first_phrased as (
    select
        first_spelled.*,
        changes_phrase(first_spelled.changes) as phrase,
        precedents_phrase(
            first_spelled.counterfactual_id,
            first_spelled.support,
            first_spelled.n_equal,
            wanted.is_required
        ) as precedents,
        instance_summaries.n_optimal,
        case
            when $is_by_power
                then sureness_cause(
                    own.is_contradicted,
                    instance_summaries.n_minimal,
                    instance_summaries.n_optimal,
                    first_spelled.support,
                    first_spelled.n_equal,
                    instance_summaries.power,
                    instance_summaries.second_power
                )
        end as cause
    from first_spelled
    cross join wanted
    inner join spelled_instances as own
        on first_spelled.from_id = own.instance_id
    inner join instance_summaries
        on first_spelled.from_id = instance_summaries.from_id
)

select
    own.instance_id,
    own.label,
    own.is_contradicted,
    first_phrased.counterfactual_id as optimal_id,
    first_phrased.support as optimal_support,
    changes_text(first_phrased.changes) as explanation,
    concat(
        case
            when own.is_contradicted
                then concat(
                    contradiction_sentence(
                        wanted.label_column, own.label, own.n_rows, own.n_equal
                    ),
                    ' '
                )
            else ''
        end,
        case
            when first_phrased.from_id is null
                then no_answer_sentence(
                    wanted.label_column,
                    own.label,
                    own.is_contradicted,
                    wanted.target_label,
                    first_blamed.blocked_by,
                    wanted.differs_by,
                    greatest(
                        wanted.greatest_outcome - try_cast(own.label as double),
                        try_cast(own.label as double) - wanted.least_outcome
                    )
                )
            else answer_sentence(
                first_phrased.phrase,
                wanted.label_column,
                own.label,
                first_phrased.counterfactual_label,
                first_phrased.support = first_phrased.n_equal,
                first_phrased.precedents
            )
        end
    ) as sentence,
    first_blamed.blocked_by,
    case
        when first_phrased.from_id is not null
            then cast(array_length(first_phrased.changes) as bigint)
    end as n_changes,
    sureness(first_phrased.cause) as sureness,
    sureness_reason(
        first_phrased.cause,
        first_phrased.n_optimal,
        first_phrased.support,
        first_phrased.n_equal
    ) as sureness_reason
from asked_instances
cross join wanted
inner join spelled_instances as own
    on asked_instances.instance_id = own.instance_id
left join first_phrased
    on asked_instances.instance_id = first_phrased.from_id
left join first_blamed
    on asked_instances.instance_id = first_blamed.instance_id;

-- view: summarised
-- What there is to say of each row that was asked about.
--
-- A row without a counterfactual is here too, with n_minimal = 0.
-- grain:  one row per row_id asked about
select
    asked_rows.row_id,
    told_instances.label,
    instance_summaries.min_distance,
    coalesce(instance_summaries.n_minimal, 0) as n_minimal,
    coalesce(instance_summaries.n_optimal, 0) as n_optimal,
    coalesce(instance_summaries.n_optimal = 1, false) as is_unique,
    instance_summaries.power,
    instance_summaries.second_power,
    gap(instance_summaries.power, instance_summaries.second_power) as gap,
    margin(
        instance_summaries.n_optimal = 1,
        told_instances.optimal_support,
        instance_summaries.power,
        instance_summaries.second_power
    ) as margin,
    told_instances.is_contradicted,
    told_instances.optimal_id,
    told_instances.explanation,
    told_instances.sentence,
    told_instances.blocked_by,
    told_instances.n_changes,
    coalesce(instance_summaries.n_listed, 0) as n_listed,
    told_instances.sureness,
    told_instances.sureness_reason
from asked_rows
inner join told_instances
    on asked_rows.instance_id = told_instances.instance_id
left join instance_summaries
    on asked_rows.instance_id = instance_summaries.from_id;

-- view: summary
-- What there is to say of each row that was asked about.
-- grain:  one row per row_id asked about
select
    row_id,
    label,
    min_distance,
    n_minimal,
    n_optimal,
    is_unique,
    power,
    second_power,
    gap,
    margin,
    is_contradicted,
    optimal_id,
    explanation,
    sentence,
    n_listed,
    sureness,
    sureness_reason
from summarised
order by row_id;

-- view: constrained_summary
-- The summary of each row, and the first constraint that left it without an answer.
-- grain:  one row per row_id asked about
select * exclude (n_changes)
from summarised
order by row_id;

-- view: weighted_summary
-- The summary of each row, and how many features change, where these have weights.
-- grain:  one row per row_id asked about
select * exclude (blocked_by)
from summarised
order by row_id;

-- view: weighted_constrained_summary
-- The same, with the first constraint that left a row without an answer.
-- grain:  one row per row_id asked about
select summarised.*
from summarised
order by summarised.row_id;

-- view: ordered_summary into summary
-- The summary of parts together, in the order of the rows.
-- grain:  one row per row_id asked about
select *
from summary
order by row_id;

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
