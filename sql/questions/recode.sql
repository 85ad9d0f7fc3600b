-- Recode: the encoding of a table follows a change, where it has the same values.
--
-- What goes is read before the change, what comes after it. Instances that neither
-- touches stay as they are stored.

-- stage: gone_cases
-- The rows that go and have a label, with their instances.
-- grain:  one row per row_id
select
    cases.row_id,
    cases.instance_id
from cases
inner join gone_rows
    on cases.row_id = gone_rows.row_id;

-- stage: lost_values
-- The values that go.
-- grain:  one row per (feature_id, value_text)
select
    feature_id,
    value_text,
    count(*) as n_rows
from cells
group by feature_id, value_text;

-- stage: gained_values
-- The values that come.
-- grain:  one row per (feature_id, value_text)
select
    feature_id,
    value_text,
    count(*) as n_rows
from cells
group by feature_id, value_text;

-- stage: lost_labels
-- The labels that go.
-- grain:  one row per label_id
select
    instances.label_id,
    count(*) as n_rows
from gone_cases
inner join instances
    on gone_cases.instance_id = instances.instance_id
group by instances.label_id;

-- stage: new_labels
-- The classes as they are now; one that is new has no number.
-- grain:  one row per label
with gained as (
    select
        label,
        count(*) as n_rows
    from row_labels
    group by label
)

select
    coalesce(labels.label, gained.label) as label,
    coalesce(labels.n_rows, 0)
    + coalesce(gained.n_rows, 0)
    - coalesce(lost_labels.n_rows, 0) as n_rows,
    labels.label_id
from labels
full join gained
    on labels.label = gained.label
left join lost_labels
    on labels.label_id = lost_labels.label_id;

-- stage: new_dictionary
-- The values as they are now; one that is new has no code.
-- grain:  one row per (feature_id, value_text)
select
    coalesce(dictionary.feature_id, gained_values.feature_id) as feature_id,
    coalesce(dictionary.value_text, gained_values.value_text) as value_text,
    coalesce(dictionary.n_rows, 0)
    + coalesce(gained_values.n_rows, 0)
    - coalesce(lost_values.n_rows, 0) as n_rows,
    dictionary.value_code
from dictionary
full join gained_values
    on
        dictionary.feature_id = gained_values.feature_id
        and dictionary.value_text is not distinct from gained_values.value_text
left join lost_values
    on
        dictionary.feature_id = lost_values.feature_id
        and dictionary.value_text is not distinct from lost_values.value_text;

-- fetch: others
-- A value or a class that is new, or that no row has any more.
-- grain:  one row, or none
select feature_id
from new_dictionary
where value_code is null or n_rows = 0
union all
select label_id as feature_id
from new_labels
where label_id is null or n_rows = 0
limit 1;

-- stage: old_instances
-- The stored instances with the features of rows that come or go.
-- grain:  one row per instance_id
with touched_codes as (
    select code
    from coded_rows
    union
    select instances.code
    from instances
    inner join gone_cases
        on instances.instance_id = gone_cases.instance_id
)

select distinct_rows.*
from distinct_rows
semi join touched_codes
    on distinct_rows.code = touched_codes.code;

-- stage: moved_cases
-- The instances whose first row goes, and the first of the rows that they keep.
-- grain:  one row per instance_id
select
    cases.instance_id,
    min(cases.row_id) as new_instance_id
from cases
where
    cases.instance_id in (select gone_cases.row_id from gone_cases)
    and cases.row_id not in (select gone.row_id from gone_cases as gone)
group by cases.instance_id;

-- stage: regrouped
-- These instances as they are now.
-- grain:  one row per instance_id
with losses as (
    select
        instance_id,
        count(*) as n_lost
    from gone_cases
    group by instance_id
),

members as (
    select
        coalesce(moved_cases.new_instance_id, old_instances.row_id) as row_id,
        old_instances.label_id,
        old_instances.n_rows - coalesce(losses.n_lost, 0) as n_rows,
        old_instances.code
    from old_instances
    left join losses
        on old_instances.instance_id = losses.instance_id
    left join moved_cases
        on old_instances.instance_id = moved_cases.instance_id
    where old_instances.n_rows > coalesce(losses.n_lost, 0)
    union all
    select
        row_id,
        label_id,
        cast(1 as bigint) as n_rows,
        code
    from coded_rows
),

grouped as (
    select
        min(row_id) as row_id,
        label_id,
        cast(sum(n_rows) as bigint) as n_rows,
        code
    from members
    group by code, label_id
)

select
    row_id as instance_id,
    row_id,
    label_id,
    n_rows,
    count(*) over (partition by code) > 1 as is_contradicted,
    code
from grouped
order by row_id;

-- stage: new_cases
-- The rows that come, with their instances.
-- grain:  one row per row_id
select
    coded_rows.row_id,
    regrouped.instance_id
from coded_rows
inner join regrouped
    on
        coded_rows.code = regrouped.code
        and coded_rows.label_id = regrouped.label_id;
