-- New cases, explained against a table that they are no part of.

-- stage: binned_cases
-- The features of each new case, numbers as the intervals that they are in.
--
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
),

compared as (
    select
        cells.row_id,
        cells.feature_id,
        case
            when listed_bins.feature_id is null then cells.value_text
            else interval_of(
                number_key(cells.value_text), listed_bins.intervals
            )
        end as compared_text
    from cells
    left join listed_bins
        on cells.feature_id = listed_bins.feature_id
)

select
    row_id,
    list(compared_text order by feature_id) as feature_texts
from compared
group by row_id;


-- stage: spelled_cases
-- The features of each new case in words.
--
-- What does not fit the type of its column is no value that the table could have;
-- it stays as it was given.
--
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


-- stage: coded_cases(n_instances)
-- Each new case as packed words, numbered after the instances of the table.
--
-- A value that the table does not have gets the code that no value has, the last.
--
-- grain:  one row per row_id
with cells as (
    select
        row_id,
        generate_subscripts(feature_texts, 1) as feature_id,
        unnest(feature_texts) as value_text
    from spelled_cases
),

value_bits as (
    select
        cells.row_id,
        features.word,
        coalesce(dictionary.value_code, features.n_values - 1)
        << features.shift as bits
    from cells
    inner join features
        on cells.feature_id = features.feature_id
    left join dictionary
        on
            cells.feature_id = dictionary.feature_id
            and cells.value_text is not distinct from dictionary.value_text
)

select
    row_id,
    row_number() over (order by row_id) + $n_instances as instance_id,
    pack(word, bits) as code
from value_bits
group by row_id;


-- stage: case_labels(label)
-- The label of each new case: the one that is given, or its own.
--
-- grain:  one row per row_id
select
    row_id,
    coalesce(cast($label as varchar), given_label) as label
from case_rows;


-- fetch: unknown_labels
-- The labels of new cases that the table does not have.
--
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


-- fetch: unlabelled_cases
-- The new cases that have no label, the first of them.
--
-- grain:  one row, or none
select
    min(row_id) as row_id,
    count(*) as n_cases
from case_labels
where label is null
having count(*) > 0;


-- fetch: no_number
-- The first value of a new case that should be a number and is none.
--
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


-- fetch: unseen_values
-- The values of new cases that the table does not have.
--
-- grain:  one row per (feature, value_text)
with cells as (
    select
        generate_subscripts(feature_texts, 1) as feature_id,
        unnest(feature_texts) as value_text
    from spelled_cases
)

select
    features.feature,
    cells.value_text,
    count(*) as n_cases
from cells
inner join features
    on cells.feature_id = features.feature_id
left join dictionary
    on
        cells.feature_id = dictionary.feature_id
        and cells.value_text is not distinct from dictionary.value_text
where dictionary.feature_id is null
group by features.feature_id, features.feature, cells.value_text
order by features.feature_id, cells.value_text;


-- stage: new_instances
-- The new cases as instances: with their labels, where they have any.
--
-- A label that is not given is -1: every class is another one. A case is
-- contradicted when a row with the same features has another label.
--
-- grain:  one row per row_id
with labelled as (
    select
        coded_cases.row_id,
        coded_cases.instance_id,
        coded_cases.code,
        case_labels.label,
        coalesce(labels.label_id, -1) as label_id
    from coded_cases
    inner join case_labels
        on coded_cases.row_id = case_labels.row_id
    left join labels
        on case_labels.label = labels.label
),

equal_rows as (
    select distinct labelled.row_id
    from labelled
    inner join instances
        on
            labelled.code = instances.code
            and labelled.label_id <> instances.label_id
    where labelled.label is not null
)

select
    labelled.row_id,
    labelled.instance_id,
    labelled.label,
    labelled.label_id,
    labelled.code,
    equal_rows.row_id is not null as is_contradicted
from labelled
left join equal_rows
    on labelled.row_id = equal_rows.row_id;


-- stage: asked_cases into asked_rows
-- The new cases, as what is asked about.
--
-- grain:  one row per row_id
select
    row_id,
    instance_id
from new_instances;


-- stage: new_targets into targets
-- The new cases, as what counterfactuals are searched for.
--
-- `new_values` has what a condition over both rows looks at, if there is one.
--
-- grain:  one row per instance_id
select
    new_instances.instance_id,
    new_instances.label_id,
    new_instances.code,
    new_values.case_values
from new_instances
left join new_values
    on new_instances.row_id = new_values.row_id;


-- append: shown_cases into shown_instances
-- The new cases, as the results name them.
--
-- grain:  one row per instance_id
select
    instance_id,
    null as row_id,
    cast(0 as bigint) as n_rows,
    is_contradicted,
    label
from new_instances;


-- append: spelled_new_instances into spelled_instances
-- The new cases in words, beside the instances that the results name.
--
-- grain:  one row per instance_id
select
    new_instances.instance_id,
    null as row_id,
    cast(0 as bigint) as n_rows,
    new_instances.is_contradicted,
    new_instances.label,
    spelled_cases.feature_texts
from new_instances
inner join spelled_cases
    on new_instances.row_id = spelled_cases.row_id;
