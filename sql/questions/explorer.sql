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

-- stage: no_summary into summary
-- What is said of the rows of a table that is not ranked: nothing.
-- grain:  no row
select
    row_id,
    cast(null as integer) as min_distance,
    cast(null as bigint) as n_minimal,
    cast(null as bigint) as n_optimal,
    cast(null as bigint) as power,
    cast(null as bigint) as second_power,
    cast(null as double) as gap,
    cast(null as bigint) as margin,
    cast(null as boolean) as is_contradicted,
    row_id as optimal_id,
    cast(null as varchar) as explanation,
    cast(null as varchar) as sentence,
    cast(null as varchar) as sureness,
    cast(null as varchar) as sureness_reason
from cases
where false;

-- stage: no_shares into told_shares
-- The shares of the answers of a table that is not ranked: none.
-- grain:  no row
select
    row_id,
    cast(null as double) as share,
    cast(null as bigint) as support
from cases
where false;

-- stage: told_shares
-- The share of the answer that each row of a ranking is told.
--
-- Of answers without row ids it is the least share of those that are optimal.
-- grain:  one row per row_id with an answer
select
    ranked.row_id,
    min(ranked.share) as share,
    arg_min(ranked.support, ranked.share) as support
from ranked
inner join summary
    on
        ranked.row_id = summary.row_id
        and ranked.counterfactual_id is not distinct from summary.optimal_id
where ranked.is_optimal
group by ranked.row_id;

-- stage: listed_cases
-- The rows that a list can show, with all that they are chosen and sorted by.
--
-- This is made once for all lists of a table: every list is a part of it.
-- grain:  one row per row_id of S
select
    row_number() over (order by cases.row_id) as place,
    cases.row_id,
    instances.code,
    instances.label_id,
    instances.is_contradicted,
    summary.row_id is not null as is_ranked,
    summary.min_distance,
    summary.n_minimal,
    summary.n_optimal,
    summary.power,
    summary.second_power,
    summary.gap,
    summary.margin,
    summary.sureness,
    told_shares.share,
    told_shares.support
from cases
inner join instances
    on cases.instance_id = instances.instance_id
left join summary
    on cases.row_id = summary.row_id
left join told_shares
    on cases.row_id = told_shares.row_id;

-- stage: searched_values
-- The values of all features, and the outcomes as those of feature 0, to search in.
--
-- Upper and lower case, accents and signs are alike: Some-college is some college.
-- grain:  one row per (feature_id, value_code)
with all_values as (
    select
        feature_id,
        value_code,
        value_text,
        n_rows
    from dictionary
    union all
    select
        0 as feature_id,
        label_id as value_code,
        label as value_text,
        n_rows
    from labels
)

select
    feature_id,
    value_code,
    value_text,
    n_rows,
    try_cast(value_text as double) as number_value,
    searched_text(value_text) as searched
from all_values;

-- fetch: number_features
-- The features whose values are all numbers, with the least and the greatest.
-- grain:  one row per feature_id
select
    feature_id,
    min(number_value) as least_number,
    max(number_value) as most_number
from searched_values
where feature_id > 0 and value_text is not null
group by feature_id
having count(*) = count(number_value) and not bool_or(isnan(number_value));

-- fetch: meant_values(phrases)
-- The values that phrases may mean: equal ones, and those with a word that begins
-- so.
-- grain:  one row per (phrase, feature_id, value_code)
with phrases as (
    select unnest($phrases) as phrase
)

select
    phrases.phrase,
    searched_values.feature_id,
    searched_values.value_code,
    searched_values.value_text,
    searched_values.n_rows,
    searched_values.searched = searched_text(phrases.phrase) as is_equal
from phrases
inner join searched_values
    on
        searched_values.searched = searched_text(phrases.phrase)
        or (
            len(searched_text(phrases.phrase)) >= 3
            and contains(
                concat(' ', searched_values.searched),
                concat(' ', searched_text(phrases.phrase))
            )
        )
order by
    phrases.phrase asc,
    searched_values.n_rows desc,
    searched_values.feature_id asc,
    searched_values.value_code asc;

-- fetch: near_values(text, feature_id, n_shown)
-- The values that are written almost like a text; a feature of NULL is any.
-- grain:  one row per (feature_id, value_code)
select
    feature_id,
    value_code,
    value_text,
    n_rows
from searched_values
where
    feature_id = coalesce($feature_id, feature_id)
    and searched <> ''
    and damerau_levenshtein(searched, searched_text($text))
    <= greatest(1, len(searched_text($text)) // 3)
order by
    damerau_levenshtein(searched, searched_text($text)) asc,
    n_rows desc,
    feature_id asc,
    value_code asc
limit $n_shown;

-- fetch: wanted_codes(feature_id, texts, has_null, least, most, has_range)
-- The codes of those values of a feature that are asked for: any of the texts, and
-- numbers from the least to the most.
-- grain:  one row per value_code
select value_code
from searched_values
where
    feature_id = $feature_id
    and (
        (len($texts) = 0 and not $has_null)
        or list_contains($texts, value_text)
        or ($has_null and value_text is null)
    )
    and (
        not $has_range
        or number_value between coalesce(cast($least as double), number_value)
        and coalesce(cast($most as double), number_value)
    )
order by value_code;

-- fetch: compared_codes(feature_id, number, sign)
-- The codes of those values of a feature that are above or below a number.
-- grain:  one row per value_code
select value_code
from searched_values
where
    feature_id = $feature_id
    and case $sign
        when '>' then number_value > $number
        when '<' then number_value < $number
        when '>=' then number_value >= $number
        when '<=' then number_value <= $number
    end
order by value_code;

-- stage: fitting_answers(to_label, feature, from_value, to_value, has_values)
-- The rows of a ranking that have an optimal counterfactual as it is asked for.
--
-- A parameter that is NULL is not asked for; has_values says whether from_value and
-- to_value are.
-- grain:  one row per row_id
select distinct row_id
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
    );

-- stage: any_answers into fitting_answers
-- No answer is asked for.
-- grain:  no row
select row_id
from cases
where false;

-- stage: fitting_cases(distance, within, least, most, clear, gap_tenth, contradicted, ranked, has_answers)
-- The rows of a list, and those that one condition on their values keeps out of it.
--
-- The latter are counted at the values that this condition leaves to choose.
-- `unmet` is generated from the conditions: a bit for each that a row does not meet.
-- grain:  one row per row_id
select
    place,
    row_id,
    code,
    label_id,
    min_distance,
    n_minimal,
    n_optimal,
    power,
    gap,
    margin,
    sureness,
    share,
    unmet(code, label_id) as unmet_bits
from listed_cases
where
    bit_count(unmet(code, label_id)) <= 1
    and ($distance is null or min_distance = $distance)
    and ($within is null or min_distance <= $within)
    and ($least is null or n_minimal >= $least)
    and ($most is null or n_minimal <= $most)
    and (
        $clear is null
        or $clear = clearness(n_minimal, n_optimal)
    )
    and (
        $gap_tenth is null
        or is_in_tenth(power, second_power, $gap_tenth)
    )
    and (is_contradicted or not $contradicted)
    and (is_ranked or not $ranked)
    and (
        not $has_answers
        or row_id in (select fitting_answers.row_id from fitting_answers)
    );

-- fetch: facet_values(own_bits, chosen, n_shown)
-- The values of each feature among the rows of a list, and how many rows have each.
--
-- A feature that has a condition of its own is counted as if it had none: so its other
-- values can be chosen. `own_bits` are the bits of these conditions, and `chosen` the
-- values that are shown in any case, as a list for each feature; outcomes, feature 0,
-- come first in both.
-- grain:  one row per (feature_id, value_code)
with cells as (
    select
        unmet_bits,
        generate_subscripts(list_prepend(label_id, value_codes(code)), 1) - 1
            as feature_id,
        unnest(list_prepend(label_id, value_codes(code))) as value_code
    from fitting_cases
),

counted_values as (
    select
        feature_id,
        value_code,
        count(*) as n_rows
    from cells
    where unmet_bits in (0, $own_bits[feature_id + 1])
    group by feature_id, value_code
),

placed_values as (
    select
        feature_id,
        value_code,
        n_rows,
        count(*) over (partition by feature_id) as n_values,
        list_contains($chosen[feature_id + 1], value_code) as is_chosen,
        row_number() over (
            partition by feature_id
            order by n_rows desc, value_code asc
        ) as place
    from counted_values
)

select
    placed_values.feature_id,
    searched_values.value_text,
    placed_values.n_rows,
    placed_values.n_values,
    placed_values.is_chosen
from placed_values
inner join searched_values
    on
        placed_values.feature_id = searched_values.feature_id
        and placed_values.value_code = searched_values.value_code
where placed_values.place <= $n_shown or placed_values.is_chosen
order by placed_values.feature_id asc, placed_values.place asc;

-- fetch: fitting_distances
-- How many rows of a list need how many changes.
-- grain:  one row per min_distance
select
    min_distance,
    count(*) as n_rows
from fitting_cases
where unmet_bits = 0
group by min_distance
order by min_distance;

-- fetch: fitting_clearness
-- How many rows of a list have how clear an answer.
-- grain:  one row per clearness
select
    clearness(n_minimal, n_optimal) as clear,
    count(*) as n_rows
from fitting_cases
where unmet_bits = 0 and n_minimal is not null
group by clear
order by clear;

-- stage: value_places(feature_id)
-- The order of the values of a feature: numbers as numbers, else texts; NULL has none.
-- grain:  one row per value_code
select
    value_code,
    row_number() over (
        order by number_value asc nulls last, value_text asc
    ) as place
from searched_values
where feature_id = $feature_id and value_text is not null;

-- stage: placed_page(by, feature_id, sign, skip, n_shown) into page_cases
-- A page of a list that is sorted by numbers, or by the places of values.
--
-- A sign of -1 sorts from the greatest down. What has no number comes last.
-- grain:  one row per row_id on the page
with keyed_cases as (
    select
        fitting_cases.row_id,
        fitting_cases.place,
        cast(null as varchar) as key_text,
        $sign * case $by
            when 'row' then fitting_cases.place
            when 'label' then fitting_cases.label_id
            when 'distance' then fitting_cases.min_distance
            when 'minimal' then fitting_cases.n_minimal
            when 'unique' then fitting_cases.n_optimal
            when 'power' then fitting_cases.power
            when 'gap' then fitting_cases.gap
            when 'margin' then fitting_cases.margin
            when 'sure'
                then nullif(
                    list_position(
                        ['shaky', 'fair', 'firm'], fitting_cases.sureness
                    ),
                    0
                )
            when 'share' then fitting_cases.share
            else value_places.place
        end as key_number
    from fitting_cases
    left join value_places
        on
            value_codes(fitting_cases.code)[cast($feature_id as bigint)]
            = value_places.value_code
    where fitting_cases.unmet_bits = 0
)

select keyed_cases.*
from keyed_cases
order by keyed_cases.key_number asc nulls last, keyed_cases.place asc
limit $n_shown offset $skip;

-- stage: worded_page(by, is_down, skip, n_shown) into page_cases
-- A page of a list that is sorted by texts. What has no text comes last.
-- grain:  one row per row_id on the page
with keyed_cases as (
    select
        fitting_cases.row_id,
        fitting_cases.place,
        case $by
            when 'changes' then summary.explanation
            else summary.sentence
        end as key_text,
        cast(null as double) as key_number
    from fitting_cases
    left join summary
        on fitting_cases.row_id = summary.row_id
    where fitting_cases.unmet_bits = 0
)

select keyed_cases.*
from keyed_cases
order by
    case when $is_down then keyed_cases.key_text end desc nulls last,
    case when not $is_down then keyed_cases.key_text end asc nulls last,
    keyed_cases.place asc
limit $n_shown offset $skip;

-- stage: ordered_cases(is_down)
-- The rows of a page, numbered in the order of the list.
-- grain:  one row per row_id on the page
select
    row_id,
    place,
    row_number() over (
        order by
            key_number asc nulls last,
            case when $is_down then key_text end desc nulls last,
            case when not $is_down then key_text end asc nulls last,
            place asc
    ) as number
from page_cases;

-- fetch: page_rows
-- The rows of a page, with their values and answers.
-- grain:  one row per row_id on the page
with page_values as (
    select
        ordered_cases.row_id,
        generate_subscripts(value_codes(listed_cases.code), 1) as feature_id,
        unnest(value_codes(listed_cases.code)) as value_code
    from ordered_cases
    inner join listed_cases
        on ordered_cases.place = listed_cases.place
),

page_texts as (
    select
        page_values.row_id,
        list(dictionary.value_text order by page_values.feature_id)
            as feature_texts
    from page_values
    inner join dictionary
        on
            page_values.feature_id = dictionary.feature_id
            and page_values.value_code = dictionary.value_code
    group by page_values.row_id
)

select
    ordered_cases.row_id,
    labels.label,
    page_texts.feature_texts,
    listed_cases.is_contradicted,
    listed_cases.is_ranked,
    listed_cases.min_distance,
    listed_cases.n_minimal,
    listed_cases.n_optimal,
    listed_cases.power,
    listed_cases.gap,
    listed_cases.margin,
    listed_cases.share,
    listed_cases.sureness,
    summary.explanation,
    summary.sentence,
    case
        when listed_cases.sureness is not null
            then sureness_reason(
                sureness_cause(
                    summary.is_contradicted,
                    listed_cases.n_minimal,
                    listed_cases.n_optimal,
                    listed_cases.support,
                    cast(
                        round(listed_cases.support / listed_cases.share)
                        as bigint
                    ),
                    listed_cases.power,
                    listed_cases.second_power
                ),
                listed_cases.n_optimal,
                listed_cases.support,
                cast(
                    round(listed_cases.support / listed_cases.share) as bigint
                )
            )
    end as sureness_reason
from ordered_cases
inner join listed_cases
    on ordered_cases.place = listed_cases.place
inner join labels
    on listed_cases.label_id = labels.label_id
inner join page_texts
    on ordered_cases.row_id = page_texts.row_id
left join summary
    on ordered_cases.row_id = summary.row_id
order by ordered_cases.number;

-- fetch: downloaded_figures
-- The rows of a list as a file has them, without their values.
-- grain:  one row per row_id of the list
select
    ordered_cases.row_id,
    labels.label,
    listed_cases.min_distance,
    summary.explanation,
    summary.sentence,
    listed_cases.sureness,
    listed_cases.share,
    listed_cases.n_optimal = 1 as is_unique,
    listed_cases.n_minimal,
    listed_cases.power,
    listed_cases.gap,
    listed_cases.margin
from ordered_cases
inner join listed_cases
    on ordered_cases.place = listed_cases.place
inner join labels
    on listed_cases.label_id = labels.label_id
left join summary
    on ordered_cases.row_id = summary.row_id
order by ordered_cases.number;

-- view: downloaded_values(features)
-- The values of the rows of a list, in the types of the table.
--
-- By itself: no name of the user's meets one of ours.
-- grain:  one row per row_id of the list
with plain as (
    select
        row_id,
        columns($features)
    from feature_rows
    where row_id in (select ordered_cases.row_id from ordered_cases)
)

select plain.* exclude (row_id) -- noqa: RF02
from plain
inner join ordered_cases
    on plain.row_id = ordered_cases.row_id
order by ordered_cases.number;

-- fetch: kept_values
-- The values of the rows of a list, to be read.
-- grain:  one row per row_id of the list
select downloaded_values.*
from downloaded_values;

-- fetch: changing_features
-- The features of a table, those first that optimal counterfactuals change most often.
-- grain:  one row per feature
with changed as (
    select unnest(changes)['feature'] as feature
    from ranked
    where is_optimal
),

counted as (
    select
        feature,
        count(*) as n_changed
    from changed
    group by feature
)

select features.feature
from features
left join counted
    on features.feature = counted.feature
order by coalesce(counted.n_changed, 0) desc, features.feature_id asc;

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

-- fetch: nearest_outcomes
-- The cases of each class that are nearest to a new case.
--
-- They may be equal to it. The smallest row id stands for them: `differences` says where
-- it differs.
-- grain:  one row per label
with distances as (
    select
        instances.row_id,
        instances.n_rows,
        instances.label_id,
        instances.code,
        disagreement(targets.code, instances.code) as disagreement,
        hamming(targets.code, instances.code) as distance
    from targets
    cross join instances
),

nearest_cases as (
    select
        row_id,
        n_rows,
        label_id,
        code,
        disagreement,
        distance
    from distances
    qualify distance = min(distance) over (partition by label_id)
),

first_cases as (
    select
        label_id,
        distance,
        cast(sum(n_rows) as bigint) as n_rows,
        min(row_id) as row_id,
        arg_min(code, row_id) as code,
        arg_min(disagreement, row_id) as disagreement
    from nearest_cases
    group by label_id, distance
),

cells as (
    select
        label_id,
        disagreement,
        generate_subscripts(value_codes(code), 1) as feature_id,
        unnest(value_codes(code)) as value_code
    from first_cases
),

differing_cells as (
    select
        cells.label_id,
        list(
            {
                'feature': feature_bits.feature,
                'value': dictionary.value_text
            }
            order by cells.feature_id
        ) as differences
    from cells
    inner join feature_bits
        on
            cells.feature_id = feature_bits.feature_id
            and bit_count(cells.disagreement & feature_bits.own_bit) = 1
    inner join dictionary
        on
            cells.feature_id = dictionary.feature_id
            and cells.value_code = dictionary.value_code
    group by cells.label_id
)

select
    labels.label,
    first_cases.distance,
    first_cases.n_rows,
    first_cases.row_id,
    coalesce(differing_cells.differences, []) as differences
from first_cases
inner join labels
    on first_cases.label_id = labels.label_id
left join differing_cells
    on first_cases.label_id = differing_cells.label_id
order by
    first_cases.distance asc,
    first_cases.n_rows desc,
    first_cases.label_id asc;

-- fetch: violations(freeze, target, max_changes, min_support, min_share)
-- The constraints that stand between a row and its answers, as sets that cases
-- violate.
--
-- Each line is a set of constraints that have to go together for an answer to be
-- there, with the fewest changes that it would then take; the smallest sets first.
-- `wrong_ways` is generated from what may only rise or only fall, and `unlike` from
-- how much outcomes must differ.
-- grain:  one row per set of violated constraints
with grouped_cases as (
    select
        unlike_instances.disagreement,
        wrong_ways(targets.code, unlike_instances.code) as wrong_ways,
        coalesce(labels.label <> $target, false) as is_off_target,
        not unlike(targets.label_id, unlike_instances.label_id) as is_too_near,
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
    cross join targets
    inner join labels
        on unlike_instances.label_id = labels.label_id
    left join contradicted_codes
        on unlike_instances.code = contradicted_codes.code
    group by all
),

changed_features as (
    select
        grouped_cases.*,
        coalesce(
            list(feature_bits.feature order by feature_bits.feature_id) filter (
                where feature_bits.feature is not null
            ),
            []
        ) as frozen_features
    from grouped_cases
    left join feature_bits
        on
            list_contains($freeze, feature_bits.feature)
            and bit_count(grouped_cases.disagreement & feature_bits.own_bit) = 1
    group by all
),

violations as (
    select
        changed_features.*,
        list_concat(
            changed_features.frozen_features, changed_features.wrong_ways
        ) as features
    from changed_features
)

select
    features,
    is_off_target,
    is_too_near,
    is_too_far,
    is_too_rare,
    is_unsure,
    min(distance) as distance
from violations
group by
    features, is_off_target, is_too_near, is_too_far, is_too_rare, is_unsure
order by
    len(features)
    + cast(is_off_target as integer)
    + cast(is_too_near as integer)
    + cast(is_too_far as integer)
    + cast(is_too_rare as integer)
    + cast(is_unsure as integer) asc,
    min(distance) asc,
    features asc
limit 12;
