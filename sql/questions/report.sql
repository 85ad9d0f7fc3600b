-- Report: the figures of a ranking on one page, and rows to read one by one.
--
-- First the answers: what changes, from which class to which. Then how clear they
-- are, and last the rows that are explained. An audit begins with the answers, too.

-- stage: optimal_answers
-- The optimal counterfactuals of each row, which share the row among them.
--
-- Where several are optimal, none is better than the others: each counts for its
-- part of the row, so that every row weighs 1 and no order of rows matters.
-- grain:  one row per (row_id, counterfactual_id) with rank 1
select
    row_id,
    label,
    counterfactual_id,
    counterfactual_label,
    distance,
    changes,
    1 / count(*) over (partition by row_id) as weight
from ranked
where is_optimal;

-- fetch: changed_features
-- In how many rows the optimal counterfactual changes each feature.
--
-- Features that are never changed are here too, with 0. Sums of parts are rounded,
-- or the order in which they are added would decide between equals.
-- grain:  one row per feature
with changed as (
    select
        weight,
        unnest(changes)['feature'] as feature
    from optimal_answers
),

changes_by_feature as (
    select
        feature,
        round(sum(weight), 6) as n_changed
    from changed
    group by feature
)

select
    features.feature,
    features.n_values,
    coalesce(changes_by_feature.n_changed, 0) as n_changed
from features
left join changes_by_feature
    on features.feature = changes_by_feature.feature
order by n_changed desc, features.feature_id asc;

-- stage: label_pairs
-- How many rows of one class have their optimal counterfactual in another.
--
-- The sums of parts are not rounded yet.
-- grain:  one row per (from_label, to_label)
select
    label as from_label,
    counterfactual_label as to_label,
    sum(weight) as n_rows
from optimal_answers
group by label, counterfactual_label;

-- fetch: common_changes(n_shown)
-- The changes from one value to another that most rows would take.
-- grain:  one row per (feature, from_value, to_value)
with changed as (
    select
        weight,
        unnest(changes) as changed_value
    from optimal_answers
)

select
    changed_value['feature'] as feature,
    changed_value['from_value'] as from_value,
    changed_value['to_value'] as to_value,
    round(sum(weight), 6) as n_changed
from changed
group by
    changed_value['feature'],
    changed_value['from_value'],
    changed_value['to_value']
order by
    n_changed desc,
    feature asc,
    from_value asc nulls first,
    to_value asc nulls first
limit $n_shown;

-- stage: named_classes(n_classes)
-- The classes that are shown by name: those that most answers go from or to.
-- grain:  one row per label
with both_ends as (
    select
        unnest([label, counterfactual_label]) as label,
        weight
    from optimal_answers
)

select label
from both_ends
group by label
order by round(sum(weight), 6) desc, label asc
limit $n_classes;

-- fetch: transitions
-- How many rows of one class have their optimal counterfactual in another.
--
-- NULL stands for all classes together that are not named.
-- grain:  one row per (from_label, to_label)
select
    from_classes.label as from_label,
    to_classes.label as to_label,
    round(sum(label_pairs.n_rows), 6) as n_rows
from label_pairs
left join named_classes as from_classes
    on label_pairs.from_label = from_classes.label
left join named_classes as to_classes
    on label_pairs.to_label = to_classes.label
group by from_classes.label, to_classes.label;

-- fetch: class_answers
-- The classes, the largest first, and how their rows were answered.
--
-- A class of which no row was ranked has 0 in n_ranked and NULL for means.
-- grain:  one row per label
select
    labels.label,
    labels.n_rows,
    count(summary.row_id) as n_ranked,
    count(*) filter (where summary.n_minimal > 0) as n_answered,
    count(*) filter (where summary.is_unique) as n_unique,
    count(*) filter (where summary.is_contradicted) as n_contradicted,
    avg(summary.min_distance) as mean_distance
from labels
left join summary
    on labels.label = summary.label
group by labels.label, labels.n_rows, labels.label_id
order by labels.n_rows desc, labels.label_id asc;

-- fetch: minimal_bins
-- How many rows have no minimal counterfactual, one, a few, or many.
--
-- Beyond 5 the steps grow, as the numbers do; `most` is NULL in the last one.
-- grain:  one row per step
with steps as (
    select
        unnest([0, 1, 2, 3, 6, 11, 31, 101]) as fewest,
        unnest([0, 1, 2, 5, 10, 30, 100, null]) as most
)

select
    steps.fewest,
    steps.most,
    count(summary.row_id) as n_rows
from steps
left join summary
    on
        steps.fewest <= summary.n_minimal
        and summary.n_minimal <= coalesce(steps.most, summary.n_minimal)
group by steps.fewest, steps.most
order by steps.fewest;

-- fetch: gap_bins
-- How many rows have a gap of 0, up to 0.1, up to 0.2, and so on.
--
-- A gap of 0 is a tie, and has a step of its own. Rows with a single minimal
-- counterfactual have no gap.
-- grain:  one row per tenth
with tenths as (
    select unnest(range(11)) as tenth
)

select
    tenths.tenth,
    count(summary.row_id) as n_rows
from tenths
left join summary
    on is_in_tenth(summary.power, summary.second_power, tenths.tenth)
group by tenths.tenth
order by tenths.tenth;

-- fetch: spreads(metrics)
-- The mean and the spread of each figure over the rows that have it.
--
-- The metrics are those of the optimal counterfactual that is listed first, as
-- `rank` sums them up. `clear_gap` is the gap of the rows with a unique optimal.
-- grain:  one row per measure
with measures as (
    select
        unnest(['distance', 'gap', 'clear_gap', 'n_minimal']) as measure,
        unnest(
            [
                min_distance,
                gap,
                case when is_unique then gap end,
                case when n_minimal > 0 then n_minimal end
            ]
        ) as figure
    from summary
    union all
    select
        unnest($metrics) as measure,
        unnest([*columns($metrics)]) as figure
    from listed_first
)

select
    measure,
    count(figure) as n_rows,
    avg(figure) as average,
    coalesce(stddev_pop(figure), 0) as deviation,
    min(figure) as smallest,
    quantile_cont(figure, 0.25) as lower_quartile,
    median(figure) as middle,
    quantile_cont(figure, 0.75) as upper_quartile,
    max(figure) as largest
from measures
where figure is not null
group by measure;

-- fetch: unranked_rows(rows)
-- The listed ids of rows with a label that were not ranked.
-- grain:  one row per id
with listed as (
    select distinct unnest(cast($rows as varchar[])) as row_text
)

select listed.row_text
from listed
inner join cases
    on listed.row_text = cast(cases.row_id as varchar)
left join summary
    on listed.row_text = cast(summary.row_id as varchar)
where summary.row_id is null
order by listed.row_text;

-- stage: listed_rows into chosen_rows
-- The rows whose explanations were asked for by id.
-- grain:  one row per row_id
select
    row_id,
    false as is_least_clear,
    false as is_clearest
from summary
where row_id in (select listed_ids.row_id from listed_ids);

-- stage: chosen_rows(n_wanted)
-- Rows whose explanations are worth reading: the odd ones, and some of each kind.
--
-- First the rows with the least and the greatest gap, contradicted rows and rows
-- without a counterfactual; then, in turn, one of each class and distance, common
-- ones before rare ones. They are drawn by a hash, the same on every machine.
-- grain:  one row per row_id
with placed_rows as (
    select
        *,
        row_number() over (
            order by gap asc nulls last, n_optimal desc, row_id asc
        ) as place_from_least,
        row_number() over (
            order by gap desc nulls last, row_id asc
        ) as place_from_greatest,
        row_number() over (
            partition by is_contradicted order by md5(cast(row_id as varchar))
        ) as place_by_contradiction,
        row_number() over (
            partition by label, min_distance
            order by md5(cast(row_id as varchar)), row_id
        ) as place_in_kind,
        count(*) over (partition by label, min_distance) as n_of_kind
    from summary
)

select
    row_id,
    gap is not null and place_from_least <= 3 as is_least_clear,
    coalesce(gap > 0 and place_from_greatest <= 3, false) as is_clearest,
    (is_contradicted and place_by_contradiction <= 2)
    or (n_minimal = 0 and place_in_kind = 1) as is_odd
from placed_rows
order by
    is_least_clear or is_clearest or is_odd desc,
    place_in_kind asc,
    n_of_kind desc,
    row_id asc
limit $n_wanted;

-- fetch: explained_answers(n_shown)
-- The first few counterfactuals of each chosen row, the one that is told first.
-- grain:  one row per (row_id, counterfactual_id)
select ranked.*
from ranked
inner join chosen_rows
    on ranked.row_id = chosen_rows.row_id
qualify
    row_number() over (
        partition by ranked.row_id
        order by ranked.rank asc, ranked.distance asc, ranked.to_id asc
    ) <= $n_shown
order by ranked.row_id, ranked.rank, ranked.distance, ranked.to_id;

-- stage: shown_rows into wanted_rows
-- The rows that a report explains, and their counterfactuals.
-- grain:  one row per row_id
select row_id
from chosen_rows
union
select ranked.counterfactual_id as row_id
from ranked
inner join chosen_rows
    on ranked.row_id = chosen_rows.row_id;

-- fetch: explained_rows
-- The chosen rows with their summaries, class by class.
-- grain:  one row per row_id
select
    summary.*,
    chosen_rows.is_least_clear,
    chosen_rows.is_clearest,
    words.texts as feature_texts
from chosen_rows
inner join summary
    on chosen_rows.row_id = summary.row_id
inner join labels
    on summary.label = labels.label
inner join words
    on
        chosen_rows.row_id = words.row_id
        and words.from_id is not null
order by
    labels.n_rows desc,
    labels.label asc,
    summary.min_distance asc nulls last,
    summary.row_id asc;

-- fetch: told_sentences(label_column, target, is_required, is_anonymous, rows, blocked)
-- The sentence of each chosen row, and how sure its answer is, said anew: in another
-- language, or without ids.
--
-- `blocked` has, for each of `rows`, the constraint that took its last answer.
-- grain:  one row per row_id
select
    summary.row_id,
    concat(
        case
            when summary.is_contradicted
                then concat(
                    contradiction_sentence(
                        $label_column, own.label, own.support, own.n_equal
                    ),
                    ' '
                )
            else ''
        end,
        case
            when ranked.row_id is null
                then no_answer_sentence(
                    $label_column,
                    own.label,
                    summary.is_contradicted,
                    cast($target as varchar),
                    list_extract(
                        cast($blocked as varchar[]),
                        list_position($rows, cast(summary.row_id as varchar))
                    ),
                    null,
                    null
                )
            else answer_sentence(
                changes_phrase(ranked.changes),
                $label_column,
                own.label,
                ranked.counterfactual_label,
                ranked.share = 1,
                precedents_phrase(
                    case
                        when not $is_anonymous then ranked.counterfactual_id
                    end,
                    ranked.support,
                    cast(round(ranked.support / ranked.share) as bigint),
                    $is_required
                )
            )
        end
    ) as sentence,
    case
        when summary.sureness is not null
            then sureness_reason(
                sureness_cause(
                    summary.is_contradicted,
                    summary.n_minimal,
                    summary.n_optimal,
                    ranked.support,
                    cast(round(ranked.support / ranked.share) as bigint),
                    summary.power,
                    summary.second_power
                ),
                summary.n_optimal,
                ranked.support,
                cast(round(ranked.support / ranked.share) as bigint)
            )
    end as sureness_reason
from chosen_rows
inner join summary
    on chosen_rows.row_id = summary.row_id
inner join words as own
    on
        summary.row_id = own.row_id
        and own.from_id is not null
left join ranked
    on
        summary.row_id = ranked.row_id
        and summary.optimal_id is not distinct from ranked.counterfactual_id
        and summary.explanation = ranked.explanation
qualify
    row_number() over (
        partition by summary.row_id
        order by ranked.rank asc, ranked.counterfactual_label asc
    ) = 1;
