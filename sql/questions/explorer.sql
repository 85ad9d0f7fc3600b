-- Explorer: what its pages ask besides the questions of the command line.
--
-- Rows before and after, values to search for or to offer, the rows behind a figure,
-- and why a question has no answer.

-- fetch: first_row
-- The row that is shown when none is asked for.
-- grain:  one row
select min(row_id) as first_row
from cases;

-- fetch: neighbours
-- The rows before and after the one that is asked about, of those with a label.
-- grain:  one row
select
    max(cases.row_id) filter (where cases.row_id < asked_rows.row_id)
        as previous_row,
    min(cases.row_id) filter (where cases.row_id > asked_rows.row_id)
        as next_row
from cases
cross join asked_rows;

-- fetch: matching_values(text, feature, n_shown)
-- The values that are a text, begin with it or contain it, in this order.
--
-- A feature of NULL is any feature. Upper and lower case are alike.
-- grain:  one row per (feature, value_text)
select
    features.feature,
    dictionary.value_text,
    dictionary.n_rows
from dictionary
inner join features
    on dictionary.feature_id = features.feature_id
where
    lower(features.feature) = lower(coalesce($feature, features.feature))
    and contains(lower(dictionary.value_text), lower($text))
order by
    lower(dictionary.value_text) = lower($text) desc,
    starts_with(lower(dictionary.value_text), lower($text)) desc,
    dictionary.n_rows desc,
    features.feature_id asc,
    dictionary.value_text asc
limit $n_shown;

-- fetch: offered_values(n_shown)
-- The values of each feature that a form offers, the most frequent first.
-- grain:  one row per (feature, value_text)
select
    features.feature,
    dictionary.value_text,
    dictionary.n_rows
from dictionary
inner join features
    on dictionary.feature_id = features.feature_id
where dictionary.value_text is not null
qualify
    row_number() over (
        partition by dictionary.feature_id
        order by dictionary.n_rows desc, dictionary.value_text asc
    ) <= $n_shown
order by
    features.feature_id asc,
    dictionary.n_rows desc,
    dictionary.value_text asc;

-- fetch: listed_rows(label, feature, value, has_feature, contradicted, skip, n_shown)
-- Rows of the table with a label and a value, as far as these are asked for.
--
-- A label of NULL is any; a value of NULL is a value, if there is a feature.
-- grain:  one row per row_id
with wanted_codes as (
    select
        dictionary.feature_id,
        dictionary.value_code
    from dictionary
    inner join features
        on dictionary.feature_id = features.feature_id
    where
        features.feature = $feature
        and dictionary.value_text is not distinct from cast($value as varchar)
),

wanted_instances as (
    select
        instances.instance_id,
        instances.is_contradicted,
        labels.label
    from instances
    inner join labels
        on instances.label_id = labels.label_id
    where
        labels.label = coalesce($label, labels.label)
        and (instances.is_contradicted or not $contradicted)
        and (
            not $has_feature
            or exists (
                select 1
                from wanted_codes
                where
                    value_codes(instances.code)[wanted_codes.feature_id]
                    = wanted_codes.value_code
            )
        )
)

select
    cases.row_id,
    wanted_instances.label,
    wanted_instances.is_contradicted,
    count(*) over () as n_rows
from cases
inner join wanted_instances
    on cases.instance_id = wanted_instances.instance_id
order by cases.row_id
limit $n_shown offset $skip;

-- fetch: listed_answers(label, to_label, feature, from_value, to_value, has_values, distance, within, least, most, clear, gap_tenth, answered, contradicted, skip, n_shown)
-- Rows of a ranking that are counted together in a figure, with their answers.
--
-- A parameter that is NULL is not asked for; has_values says whether from_value and to_value
-- are. A row is here when one of its optimal counterfactuals is as asked.
-- grain:  one row per row_id
with fitting_answers as (
    select
        row_id,
        list(distinct counterfactual_label) as counterfactual_labels
    from ranked
    where
        is_optimal
        and counterfactual_label = coalesce($to_label, counterfactual_label)
        and (
            $feature is null
            or len(
                list_filter(
                    changes,
                    lambda change: change['feature'] = $feature
                    and (
                        not $has_values
                        or (
                            change['from_value'] is not distinct from
                            cast($from_value as varchar)
                            and change['to_value'] is not distinct from
                            cast($to_value as varchar)
                        )
                    )
                )
            ) > 0
        )
    group by row_id
)

select
    summary.row_id,
    summary.label,
    summary.min_distance,
    summary.n_minimal,
    summary.n_optimal,
    summary.gap,
    summary.is_contradicted,
    summary.explanation,
    fitting_answers.counterfactual_labels,
    count(*) over () as n_rows
from summary
left join fitting_answers
    on summary.row_id = fitting_answers.row_id
where
    summary.label = coalesce($label, summary.label)
    and (
        ($feature is null and $to_label is null)
        or fitting_answers.row_id is not null
    )
    and ($distance is null or summary.min_distance = $distance)
    and ($within is null or summary.min_distance <= $within)
    and ($least is null or summary.n_minimal >= $least)
    and ($most is null or summary.n_minimal <= $most)
    and (
        $clear is null
        or $clear = case
            when summary.n_minimal = 0 then 'none'
            when summary.n_minimal = 1 then 'only'
            when summary.is_unique then 'best'
            else 'tied'
        end
    )
    and (
        $gap_tenth is null
        or is_in_tenth(summary.power, summary.second_power, $gap_tenth)
    )
    and ($answered is null or (summary.n_minimal > 0) = $answered)
    and (summary.is_contradicted or not $contradicted)
order by summary.row_id
limit $n_shown offset $skip;

-- fetch: listed_pairs(feature, value, label, other_value, other_label, has_values, skip, n_shown)
-- Pairs of an audit that are counted together in a figure.
--
-- A feature is the only one in which the cases of a pair differ; without one, they
-- differ in several. The values are asked for if has_values says so.
-- grain:  one row per pair
select
    row_id,
    label,
    other_id,
    other_label,
    explanation,
    is_contradicted,
    count(*) over () as n_rows
from audit_unequal
where
    case
        when $feature is null then len(changes) > 1
        else len(changes) = 1 and changes[1]['feature'] = $feature
    end
    and (
        not $has_values
        or [
            label, changes[1]['from_value'], other_label, changes[1]['to_value']
        ] in (
            [$label, $value, $other_label, $other_value],
            [$other_label, $other_value, $label, $value]
        )
    )
order by row_id, other_id
limit $n_shown offset $skip;

-- fetch: violations(freeze, target, max_changes, min_support, min_share)
-- The constraints that stand between a row and its answers, as sets that cases
-- violate.
--
-- Each line is a set of constraints that have to go together for an answer to be
-- there, with the fewest changes that it would then take; the smallest sets first.
-- grain:  one row per set of violated constraints
with grouped_cases as (
    select
        unlike_instances.disagreement,
        coalesce(labels.label <> $target, false) as is_off_target,
        coalesce(unlike_instances.distance > $max_changes, false) as is_too_far,
        coalesce(unlike_instances.n_rows < $min_support, false) as is_too_rare,
        coalesce(
            share(
                unlike_instances.n_rows,
                coalesce(contradicted_codes.n_rows, unlike_instances.n_rows)
            ) < $min_share,
            false
        ) as is_unsure,
        min(unlike_instances.distance) as distance
    from unlike_instances
    inner join labels
        on unlike_instances.label_id = labels.label_id
    left join contradicted_codes
        on unlike_instances.code = contradicted_codes.code
    group by all
),

violations as (
    select
        grouped_cases.*,
        coalesce(
            list(feature_bits.feature order by feature_bits.feature_id) filter (
                where feature_bits.feature is not null
            ),
            []
        ) as features
    from grouped_cases
    left join feature_bits
        on
            list_contains($freeze, feature_bits.feature)
            and bit_count(grouped_cases.disagreement & feature_bits.own_bit) = 1
    group by all
)

select
    features,
    is_off_target,
    is_too_far,
    is_too_rare,
    is_unsure,
    min(distance) as distance
from violations
group by features, is_off_target, is_too_far, is_too_rare, is_unsure
order by
    len(features)
    + cast(is_off_target as integer)
    + cast(is_too_far as integer)
    + cast(is_too_rare as integer)
    + cast(is_unsure as integer) asc,
    min(distance) asc,
    features asc
limit 12;
