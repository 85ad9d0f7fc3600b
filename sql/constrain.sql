-- Constrain: which cases may be answers, and why there is none.
--
-- Ignored features and new values need codes of another layout. A condition over both
-- rows tells instances apart by the columns that it names. Where constraints leave no
-- answer, they are put back one after the other, and the first that leaves none is
-- blamed.

-- fetch: label_ids
-- The classes by their numbers.
-- grain:  one row per label
select
    label,
    label_id
from labels
order by label_id;

-- stage: wanted(label_column, target_label, is_required, differs_by, least, greatest)
-- What is asked for, in words; of outcomes that are numbers, the least and greatest.
-- grain:  one row
select
    cast($label_column as varchar) as label_column,
    cast($target_label as varchar) as target_label,
    cast($is_required as boolean) as is_required,
    cast($differs_by as double) as differs_by,
    cast($least as double) as least_outcome,
    cast($greatest as double) as greatest_outcome;

-- stage: contradicted_codes
-- The features that came with several labels, and how many rows have them.
-- grain:  one row per code that several instances have
select
    code,
    cast(sum(own_rows) as bigint) as n_rows
from instances
where is_contradicted
group by code;

-- fetch: volatile_functions
-- The functions that do not give the same twice.
-- grain:  one row per function_name
select distinct lower(function_name) as function_name
from duckdb_functions()
where stability = 'VOLATILE';

-- stage: row_values(names)
-- What a user's condition looks at: some columns of each row, as they are.
-- grain:  one row per row_id
select
    row_id,
    struct_pack(*columns($names)) as case_values
from source_rows;

-- fetch: checked_condition
-- The type of the condition, if it is one, and its names and types fit.
--
-- It stands in a where clause, where no aggregate may, and is tried on a row.
-- `condition` is generated from what the user gave.
-- grain:  one row
with first_row as (
    select any_value(case_values) as case_values
    from row_values
),

kinds as (
    select typeof(condition(case_values, case_values)) as kind
    from first_row
    where condition(case_values, case_values) is not distinct from null
    union all
    select typeof(condition(case_values, case_values)) as kind
    from first_row
    where condition(case_values, case_values) is distinct from null
)

select kind
from kinds;

-- stage: recoded_rows into coded_rows
-- Each row of S in another layout, which leaves some features out.
--
-- `recode` is generated from both layouts (cfsql/method/packing.py).
-- grain:  one row per row_id of S
select
    cases.row_id,
    instances.label_id,
    recode(instances.code) as code
from cases
inner join instances
    on cases.instance_id = instances.instance_id;

-- stage: dictionary(feature_ids)
-- The values of the features that are left, numbered anew.
-- grain:  one row per (feature_id, value_text)
select
    list_position($feature_ids, feature_id) as feature_id,
    value_text,
    n_rows,
    value_code
from dictionary
where list_contains($feature_ids, feature_id);

-- view: parts into unnumbered
-- The instances, split by the columns that a user's condition looks at.
--
-- Some of these may be no features, so that an instance falls into several parts.
-- grain:  one row per (code, label_id, case_values)
select
    min(coded_rows.row_id) as row_id,
    coded_rows.label_id,
    count(*) as own_rows,
    coded_rows.code,
    row_values.case_values
from coded_rows
inner join row_values
    on coded_rows.row_id = row_values.row_id
group by coded_rows.code, coded_rows.label_id, row_values.case_values;

-- stage: instances
-- The parts as instances, once encode/distinct_rows has numbered them.
--
-- `n_rows` is that of the whole, and `case_id` says which it is: the part with the
-- smallest row id.
-- grain:  one row per (code, label_id, case_values)
select
    distinct_rows.*,
    cast(sum(distinct_rows.own_rows) over same_case as bigint) as n_rows,
    min(distinct_rows.label_id) over same_code
    < max(distinct_rows.label_id) over same_code as is_contradicted,
    min(distinct_rows.instance_id) over same_case as case_id
from distinct_rows
window
    same_case as (partition by distinct_rows.code, distinct_rows.label_id),
    same_code as (partition by distinct_rows.code);

-- stage: cases
-- Which refined instance each row of S is.
-- grain:  one row per row_id of S
select
    coded_rows.row_id,
    instances.instance_id
from coded_rows
inner join row_values
    on coded_rows.row_id = row_values.row_id
inner join instances
    on
        coded_rows.code = instances.code
        and coded_rows.label_id = instances.label_id
        and row_values.case_values is not distinct from instances.case_values;

-- stage: apart_ids(outcomes)
-- The classes whose outcomes are numbers, with ids that tell which of them differ by
-- enough (cfsql/method/outcomes.py).
-- grain:  one row per label
with outcomes as (
    select unnest($outcomes) as own
)

select
    cast(own.label as varchar) as label,
    cast(own.label_id as bigint) as label_id
from outcomes;

-- stage: apart_instances into instances
-- The instances, with these ids.
-- grain:  one row per instance_id
select
    instances.instance_id,
    instances.row_id,
    apart_ids.label_id,
    instances.n_rows,
    instances.is_contradicted,
    instances.code,
    instances.own_rows,
    instances.case_id,
    instances.case_values
from instances
inner join labels
    on instances.label_id = labels.label_id
inner join apart_ids
    on labels.label = apart_ids.label;

-- stage: apart_labels into labels
-- The classes, with these ids.
-- grain:  one row per label
select
    labels.label,
    labels.n_rows,
    apart_ids.label_id
from labels
inner join apart_ids
    on labels.label = apart_ids.label;

-- append: new_labels(outcomes) into labels
-- The outcomes that only new cases have.
-- grain:  one row per label
with outcomes as (
    select unnest($outcomes) as own
)

select
    cast(own.label as varchar) as label,
    cast(0 as bigint) as n_rows,
    cast(own.label_id as bigint) as label_id
from outcomes;

-- stage: candidates(target_id, min_support, min_share)
-- The instances that may be counterfactuals, where not all may.
-- grain:  one row per instance
select population.*
from population
left join contradicted_codes
    on population.code = contradicted_codes.code
where
    population.label_id = coalesce($target_id, population.label_id)
    and population.n_rows >= $min_support
    and share(
        population.n_rows,
        coalesce(contradicted_codes.n_rows, population.n_rows)
    ) >= $min_share;

-- stage: unanswered
-- The targets that no counterfactual was found for.
-- grain:  one row per target without an answer
select
    targets.instance_id,
    targets.label_id,
    targets.code,
    targets.case_values
from targets
anti join minimal
    on targets.instance_id = minimal.from_id;

-- stage: nothing_blamed into blamed
-- Nothing yet: without constraints, there is no one to tell of them.
-- grain:  no row
select
    instance_id,
    cast(null as varchar) as blocked_by,
    cast(null as integer) as place
from asked_rows
where false;

-- append: blocked(step, place, target_id, min_support, min_share) into blamed
-- The targets that had a counterfactual before a constraint, and have none with it.
--
-- Of the instances that agree with a target on what is frozen so far, and fall in
-- nothing that may only rise, those with its label and those with all its features
-- are none. Instances that are alike in all of that are one group. `kept_key`,
-- `directed_key` and `directed` are generated from what is frozen and directed.
-- grain:  one row per target
with chosen as (
    select
        instances.label_id,
        instances.code,
        kept_key(instances.code) as frozen_key,
        directed_key(instances.code) as way_key
    from instances
    left join contradicted_codes
        on instances.code = contradicted_codes.code
    where
        instances.label_id = coalesce($target_id, instances.label_id)
        and instances.n_rows >= $min_support
        and share(
            instances.n_rows,
            coalesce(contradicted_codes.n_rows, instances.n_rows)
        ) >= $min_share
),

by_key as (
    select
        frozen_key,
        way_key,
        label_id,
        any_value(code) as code,
        count(*) as n_instances
    from chosen
    group by frozen_key, way_key, label_id
),

asking_keys as (
    select
        kept_key(code) as frozen_key,
        directed_key(code) as way_key,
        label_id,
        any_value(code) as code
    from unanswered
    group by kept_key(code), directed_key(code), label_id
),

near_keys as (
    select
        asking_keys.frozen_key,
        asking_keys.way_key,
        asking_keys.label_id,
        sum(by_key.n_instances) as n_unlike
    from asking_keys
    inner join by_key
        on
            asking_keys.frozen_key = by_key.frozen_key
            and unlike(asking_keys.label_id, by_key.label_id)
            and directed(asking_keys.code, by_key.code)
    group by
        asking_keys.frozen_key, asking_keys.way_key, asking_keys.label_id
),

by_code as (
    select
        code,
        label_id,
        count(*) as n_instances
    from chosen
    group by code, label_id
),

equal_codes as (
    select
        unanswered.instance_id,
        sum(by_code.n_instances) as n_equal
    from unanswered
    inner join by_code
        on
            unanswered.code = by_code.code
            and unlike(unanswered.label_id, by_code.label_id)
    group by unanswered.instance_id
)

select
    unanswered.instance_id,
    cast($step as varchar) as blocked_by,
    cast($place as integer) as place
from unanswered
left join near_keys
    on
        kept_key(unanswered.code) = near_keys.frozen_key
        and directed_key(unanswered.code) = near_keys.way_key
        and unanswered.label_id = near_keys.label_id
left join equal_codes
    on unanswered.instance_id = equal_codes.instance_id
where
    coalesce(near_keys.n_unlike, 0)
    - coalesce(equal_codes.n_equal, 0) = 0;

-- stage: not_blamed into targets
-- The targets that no constraint before the last two has taken all from.
-- grain:  one row per target
select
    unanswered.instance_id,
    unanswered.label_id,
    unanswered.code,
    unanswered.case_values
from unanswered
anti join blamed
    on unanswered.instance_id = blamed.instance_id;

-- append: blocked_by_distance(place) into blamed
-- The targets without an answer within the distance, whatever else is required.
-- grain:  one row per target
select
    targets.instance_id,
    'max-changes' as blocked_by,
    cast($place as integer) as place
from targets
anti join minimal
    on targets.instance_id = minimal.from_id;

-- append: blocked_at_last(step, place) into blamed
-- The targets that the last constraint left without an answer, if none before did.
-- grain:  one row per target
select
    instance_id,
    cast($step as varchar) as blocked_by,
    cast($place as integer) as place
from unanswered;
