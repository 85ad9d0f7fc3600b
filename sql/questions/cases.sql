-- New cases, explained against a table that they are no part of.
--
-- They are read with the columns and types of the table. What they say of a feature
-- is spelled as the table spells it, then coded; a value that the table does not have
-- gets a code of its own. From there on a new case is an instance that is asked about.

-- fetch: no_number
-- The first value of a new case that should be a number and is none.
-- grain:  one row, or none
with cells as (
    select
        row_id,
        generate_subscripts(given_texts, 1) as feature_id,
        unnest(given_texts) as value_text
    from case_rows
)

select
    cells.row_id,
    features.feature,
    cells.value_text
from cells
inner join features
    on cells.feature_id = features.feature_id
where
    features.feature in (select kept_bins.feature from kept_bins)
    and cells.value_text is not null
    and number_key(cells.value_text) is null
order by cells.row_id, cells.feature_id
limit 1;

-- stage: binned_cases
-- The features of each new case, numbers as the intervals that they are in.
-- grain:  one row per row_id
with cells as (
    select
        row_id,
        generate_subscripts(feature_texts, 1) as feature_id,
        unnest(feature_texts) as value_text
    from case_texts
),

listed_bins as (
    select
        features.feature_id,
        listed_intervals(
            kept_bins.low_key, kept_bins.interval_text, kept_bins.place
        ) as intervals
    from kept_bins
    inner join features
        on kept_bins.feature = features.feature
    group by features.feature_id
)

select
    cells.row_id,
    list(
        case
            when listed_bins.feature_id is null then cells.value_text
            else interval_of(
                number_key(cells.value_text), listed_bins.intervals
            )
        end
        order by cells.feature_id
    ) as feature_texts
from cells
left join listed_bins
    on cells.feature_id = listed_bins.feature_id
group by cells.row_id;

-- stage: spelled_cases
-- The features of each new case in words.
--
-- What does not fit the type of its column is no value that the table could have;
-- it stays as it was given.
-- grain:  one row per row_id
with paired as (
    select
        case_texts.row_id,
        list_zip(case_texts.feature_texts, case_rows.given_texts)
            as paired_texts
    from case_texts
    inner join case_rows
        on case_texts.row_id = case_rows.row_id
)

select
    row_id,
    list_transform(paired_texts, lambda pair: coalesce(pair[1], pair[2]))
        as feature_texts
from paired;

-- stage: case_labels(label)
-- The label of each new case: the one that is given, or its own.
-- grain:  one row per row_id
select
    row_id,
    coalesce(cast($label as varchar), given_label) as label
from case_rows;

-- stage: binned_labels(label, label_column) into case_labels
-- The class of each new case: the interval of the number that is given, or its own.
--
-- What is no number says the interval itself.
-- grain:  one row per row_id
with label_bins as (
    select listed_intervals(low_key, interval_text, place) as intervals
    from kept_bins
    where feature = $label_column
),

given as (
    select
        row_id,
        coalesce(cast($label as varchar), given_label) as label
    from case_rows
)

select
    given.row_id,
    coalesce(
        interval_of(number_key(given.label), label_bins.intervals), given.label
    ) as label
from given
cross join label_bins;

-- fetch: unlabelled_cases
-- The new cases that have no label, the first of them.
-- grain:  one row, or none
select
    min(row_id) as row_id,
    count(*) as n_cases
from case_labels
where label is null
having count(*) > 0;

-- fetch: unknown_labels
-- The labels of new cases that the table does not have.
-- grain:  one row per row_id
select
    case_labels.row_id,
    case_labels.label
from case_labels
anti join labels
    on case_labels.label = labels.label
where case_labels.label is not null
order by case_labels.row_id
limit 1;

-- stage: row_labels into labels
-- The classes that rows have, without those of new cases alone.
-- grain:  one row per label
select
    label,
    n_rows,
    label_id
from labels
where n_rows > 0;

-- fetch: new_outcomes
-- The labels of new cases that the table does not have, each with its first case.
-- grain:  one row per label
select
    case_labels.label,
    min(case_labels.row_id) as row_id
from case_labels
anti join labels
    on case_labels.label = labels.label
where case_labels.label is not null
group by case_labels.label
order by min(case_labels.row_id);

-- stage: case_cells
-- The value that each new case has in each feature, with its code in the table; the
-- code is NULL where the table does not have the value.
-- grain:  one row per (row_id, feature_id)
with cells as (
    select
        row_id,
        generate_subscripts(feature_texts, 1) as feature_id,
        unnest(feature_texts) as value_text
    from spelled_cases
)

select
    cells.row_id,
    cells.value_text,
    features.*,
    dictionary.value_code
from cells
inner join features
    on cells.feature_id = features.feature_id
left join dictionary
    on
        cells.feature_id = dictionary.feature_id
        and cells.value_text is not distinct from dictionary.value_text;

-- fetch: unseen_values
-- The values of new cases that the table does not have.
-- grain:  one row per (feature, value_text)
select
    feature,
    value_text
from case_cells
where value_code is null
group by feature_id, feature, value_text
order by feature_id, value_text;

-- stage: new_instances
-- The new cases as instances, numbered after those of the table.
--
-- A value that the table does not have gets the code that no value has, the last; or
-- one between those of its neighbours, where there is an order. A
-- label that is not given is -1: every class is another one. A case is contradicted
-- when a row with the same features has another label.
-- grain:  one row per row_id
with coded_cases as (
    select
        case_cells.row_id,
        pack(
            case_cells.word,
            coalesce(
                case_cells.value_code,
                unseen_codes.value_code,
                case_cells.n_values - 1
            ) << case_cells.shift
        ) as code
    from case_cells
    left join unseen_codes
        on
            case_cells.feature_id = unseen_codes.feature_id
            and case_cells.value_text is not distinct from
            unseen_codes.value_text
    group by case_cells.row_id
),

equal_rows as (
    select
        coded_cases.row_id,
        total(instances.own_rows, true) as n_equal,
        total(instances.own_rows, labels.label = case_labels.label) as n_like
    from coded_cases
    inner join case_labels
        on coded_cases.row_id = case_labels.row_id
    inner join instances
        on coded_cases.code = instances.code
    inner join labels
        on instances.label_id = labels.label_id
    group by coded_cases.row_id
)

select
    coded_cases.row_id,
    row_number() over (order by coded_cases.row_id)
    + (select max(instances.instance_id) from instances) as instance_id,
    case_labels.label,
    coalesce(labels.label_id, -1) as label_id,
    coded_cases.code,
    spelled_cases.feature_texts,
    coalesce(equal_rows.n_equal, 0) as n_equal,
    coalesce(equal_rows.n_like, 0) as n_like,
    coalesce(
        labels.label_id is not null
        and equal_rows.n_equal > equal_rows.n_like,
        false
    ) as is_contradicted
from coded_cases
inner join spelled_cases
    on coded_cases.row_id = spelled_cases.row_id
inner join case_labels
    on coded_cases.row_id = case_labels.row_id
left join labels
    on case_labels.label = labels.label
left join equal_rows
    on coded_cases.row_id = equal_rows.row_id;

-- stage: new_targets into targets
-- The new cases, as what counterfactuals are searched for.
--
-- `new_values` has what a condition over both rows looks at, if there is one.
-- grain:  one row per instance_id
select
    new_instances.instance_id,
    new_instances.label_id,
    new_instances.code,
    new_values.case_values
from new_instances
left join new_values
    on new_instances.row_id = new_values.row_id;

-- append: spelled_new_instances into spelled_instances
-- The new cases in words, beside the instances that the results name.
-- grain:  one row per instance_id
select
    instance_id,
    null as row_id,
    n_like as n_rows,
    n_equal,
    is_contradicted,
    label_id,
    label,
    feature_texts
from new_instances;

-- view: new_label_balls into label_balls
-- Each hyperball, and its rows of each class that a new case has, also if there are
-- none.
-- grain:  one row per (centre_id, radius, label_id)
with case_classes as (
    select distinct label_id
    from targets
)

select
    measured_balls.centre_id,
    measured_balls.radius,
    case_classes.label_id,
    balls.n_rows,
    measured_balls.power,
    measured_balls.ball_size
from measured_balls
cross join case_classes
left join balls
    on
        measured_balls.centre_id = balls.centre_id
        and measured_balls.radius = balls.radius
        and case_classes.label_id = balls.label_id;

-- fetch: answered_cases
-- Every new case with its counterfactuals and its sentence, also without any.
-- grain:  one row per (row_id, counterfactual_id), or per row_id without one
select
    summary.row_id,
    summary.label,
    spelled_pairs.counterfactual_id,
    spelled_pairs.counterfactual_label,
    spelled_pairs.distance,
    spelled_pairs.changes,
    spelled_pairs.explanation,
    spelled_pairs.rank,
    spelled_pairs.is_optimal,
    spelled_pairs.power,
    spelled_pairs.ball_size,
    spelled_pairs.typicality,
    spelled_pairs.capacity,
    spelled_pairs.universality,
    spelled_pairs.dag_count,
    spelled_pairs.support,
    spelled_pairs.share,
    summary.sentence
from summary
left join spelled_pairs
    on summary.row_id = spelled_pairs.row_id
order by summary.row_id, spelled_pairs.rank, spelled_pairs.to_id;
