-- Lake: what tasks of Spark and its driver exchange.
--
-- Tasks run the queries of encode, rank and results on a part of the rows, each in a
-- DuckDB of its own; the driver puts the parts together in another.

-- fetch: value_counts
-- How often each value comes in some rows. The label is feature 0, and its NULL are
-- all rows, with a label or not.
-- grain:  one row per (feature_id, value_text)
select
    feature_id,
    value_text,
    count(*) as n_rows
from cells
group by feature_id, value_text
union all
select
    0 as feature_id,
    label as value_text,
    count(*) as n_rows
from row_labels
group by label
union all
select
    0 as feature_id,
    null as value_text,
    count(*) as n_rows
from source_rows;

-- fetch: row_counts
-- How many rows there are, and how many of them have a label.
-- grain:  one row
select
    cast(
        coalesce(sum(n_rows) filter (where value_text is null), 0) as bigint
    ) as n_all,
    cast(
        coalesce(sum(n_rows) filter (where value_text is not null), 0) as bigint
    ) as n_labelled
from value_counts
where feature_id = 0;

-- stage: dictionary
-- The values of each feature, numbered as by encode/dictionary.
-- grain:  one row per (feature_id, value_text)
select
    feature_id,
    value_text,
    cast(sum(n_rows) as bigint) as n_rows,
    cast(
        row_number() over (
            partition by feature_id
            order by value_text nulls first
        ) - 1 as bigint
    ) as value_code
from value_counts
where feature_id > 0
group by feature_id, value_text;

-- stage: labels
-- The classes, numbered as by encode/labels.
-- grain:  one row per label
select
    value_text as label,
    cast(sum(n_rows) as bigint) as n_rows,
    cast(row_number() over (order by value_text) - 1 as bigint) as label_id
from value_counts
where feature_id = 0 and value_text is not null
group by value_text;

-- fetch: dictionary_rows
-- The dictionary as tasks need it.
-- grain:  one row per (feature_id, value_code)
select
    feature_id,
    value_code,
    value_text
from dictionary
order by feature_id, value_code;

-- fetch: label_rows
-- The labels as tasks need them.
-- grain:  one row per label
select
    label,
    label_id
from labels;

-- fetch: coded
-- Some rows as packed words; a row without a label has none.
-- grain:  one row per row_id
select
    source_rows.row_id,
    coded_rows.label_id,
    coded_rows.code
from source_rows
left join coded_rows
    on source_rows.row_id = coded_rows.row_id;

-- stage: rows_with_labels into coded_rows
-- Each row of S as packed words, as tasks have written them.
-- grain:  one row per row_id of S
select
    row_id,
    label_id,
    code
from source_rows
where label_id is not null;

-- stage: asked_parts(n_parts)
-- The rows to answer in parts, in the order of their ids.
-- grain:  one row per row_id
select
    row_id,
    instance_id,
    ntile($n_parts) over (order by row_id) - 1 as part
from asked_rows;

-- view: part_rows
-- What is asked and found by part: rows, and pairs of their instances.
--
-- An instance whose rows are in several parts is ranked in each.
-- grain:  one row per (part, row_id) or (part, from_id, to_id)
with part_instances as (
    select distinct
        part,
        instance_id
    from asked_parts
)

select
    asked_parts.part,
    asked_parts.row_id,
    asked_parts.instance_id,
    null as to_id,
    null as distance
from asked_parts
union all
select
    part_instances.part,
    null as row_id,
    minimal.from_id as instance_id,
    minimal.to_id,
    minimal.distance
from minimal
inner join part_instances
    on minimal.from_id = part_instances.instance_id;

-- stage: part_asked into asked_rows
-- The rows of a part.
-- grain:  one row per row_id
select
    row_id,
    instance_id
from part_rows
where to_id is null;

-- stage: part_minimal into minimal
-- The pairs of a part.
-- grain:  one row per (from_id, to_id)
select
    instance_id as from_id,
    to_id,
    distance
from part_rows
where to_id is not null;

-- fetch: shown_cases
-- All instances that the results name, in the order of their ids.
-- grain:  one row per instance_id
select
    shown_instances.*,
    population.code
from shown_instances
inner join population
    on shown_instances.instance_id = population.instance_id
order by shown_instances.instance_id;

-- fetch: ball_figures
-- All hyperballs, in the order of their centres.
-- grain:  one row per (centre_id, radius)
select
    centre_id,
    radius,
    ball_size,
    power
from measured_balls
order by centre_id;

-- fetch: ball_labels
-- The rows in all hyperballs by label, in the order of their centres.
-- grain:  one row per (centre_id, radius, label_id)
select
    centre_id,
    radius,
    label_id,
    n_rows
from balls
order by centre_id;

-- fetch: blamed_rows
-- Which constraints left instances without an answer.
-- grain:  one row per (instance_id, place)
select blamed.*
from blamed;

-- fetch: wanted_row
-- What is asked for, in words.
-- grain:  one row
select wanted.*
from wanted;

-- fetch: sizes_of_classes
-- The rows of each class.
-- grain:  one row per label_id
select class_sizes.*
from class_sizes;
