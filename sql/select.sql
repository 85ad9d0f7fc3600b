-- Select: which rows are asked about. S is always the whole table.

-- stage: every_row into matching_rows
-- All rows that have a label.
-- grain:  one row per row_id
select row_id
from cases;

-- stage: rows_in_both into matching_rows
-- Of the matching rows, those that match one more condition.
-- grain:  one row per row_id
select matching_rows.row_id
from matching_rows
inner join also_matching_rows
    on matching_rows.row_id = also_matching_rows.row_id;

-- fetch: known_ids(rows)
-- Which of these texts are ids.
--
-- Ids are compared as text: a number on the command line is text too.
-- grain:  one row per row_text
with listed as (
    select unnest($rows) as row_text
)

select listed.row_text
from listed
inner join source_rows
    on listed.row_text = cast(source_rows.row_id as varchar);

-- stage: named_ids(rows) into listed_ids
-- The rows that are listed by their ids.
-- grain:  one row per row_id
with listed as (
    select distinct unnest(cast($rows as varchar[])) as row_text
)

select source_rows.row_id
from source_rows
inner join listed
    on cast(source_rows.row_id as varchar) = listed.row_text;

-- append: ids_between(first_id, last_id) into listed_ids
-- The rows whose ids are numbers of a range.
-- grain:  one row per row_id
select row_id
from source_rows
where
    try_cast(cast(row_id as varchar) as bigint)
    between $first_id and $last_id;

-- fetch: texts_between(first_id, last_id, limit)
-- The ids that are numbers of a range, in their order.
-- grain:  one row per row_id
select cast(row_id as varchar) as row_text
from source_rows
where
    try_cast(cast(row_id as varchar) as bigint)
    between $first_id and $last_id
order by try_cast(cast(row_id as varchar) as bigint)
limit $limit;

-- stage: listed_rows into matching_rows
-- Of the matching rows, those whose ids are listed.
-- grain:  one row per row_id
select row_id
from matching_rows
where row_id in (select listed_ids.row_id from listed_ids);

-- fetch: unlabelled_listed
-- The listed rows that have no label, as texts in the order of their ids.
-- grain:  one row per row_id
select cast(listed_ids.row_id as varchar) as row_text
from listed_ids
anti join cases
    on listed_ids.row_id = cases.row_id
order by listed_ids.row_id;

-- fetch: unknown_rows(rows)
-- The listed ids that cannot be answered: not in the table, or without a label.
-- grain:  one row per id
with listed as (
    select unnest($rows) as row_text
)

select
    listed.row_text,
    source_rows.row_id is not null as is_in_table
from listed
left join source_rows
    on listed.row_text = cast(source_rows.row_id as varchar)
left join cases
    on listed.row_text = cast(cases.row_id as varchar)
where cases.row_id is null
order by listed.row_text;

-- fetch: nearest_row(row)
-- The first and the last row id, and the one that looks most like a wrong one.
-- grain:  one row
select
    min(row_id) as first_id,
    max(row_id) as last_id,
    arg_min(
        row_id,
        coalesce(
            abs(
                try_cast(cast(row_id as varchar) as double)
                - try_cast($row as double)
            ),
            levenshtein(cast(row_id as varchar), $row)
        )
    ) as nearest_id
from source_rows;

-- stage: asked_rows
-- The rows to answer: all that match.
-- grain:  one row per row_id
select
    cases.row_id,
    cases.instance_id
from cases
inner join matching_rows
    on cases.row_id = matching_rows.row_id;

-- stage: first_rows(limit) into asked_rows
-- The rows to answer: of the matching ones, the first few.
-- grain:  one row per row_id
select
    cases.row_id,
    cases.instance_id
from cases
inner join matching_rows
    on cases.row_id = matching_rows.row_id
order by cases.row_id
limit $limit;

-- stage: sampled_rows(sample, seed) into asked_rows
-- The rows to answer: of the matching ones, a sample.
--
-- It is drawn by a hash of seed and row id, so that the same seed gives the same
-- rows on every machine, engine and number of threads.
-- grain:  one row per row_id
select
    cases.row_id,
    cases.instance_id
from cases
inner join matching_rows
    on cases.row_id = matching_rows.row_id
order by md5(concat($seed, ':', cases.row_id)), cases.row_id
limit $sample;

-- stage: rows_of_part(part, n_parts) into asked_rows
-- Of the rows to answer, those of one part: a range of the instances in an order of
-- their features, so that neighbours, which share answers, share a part.
--
-- Of two labels, rows of one share no answer with rows of the other: these come apart
-- first. Parts are ranges of about equal cost: that of an instance, and of each of its
-- rows.
-- `sort_key` is generated (cfsql/method/packing.py).
-- grain:  one row per row_id
with asked_instances as (
    select
        instance_id,
        count(*) as n_rows
    from asked_rows
    group by instance_id
),

costs as (
    select
        asked_instances.instance_id,
        1 + asked_instances.n_rows as instance_cost,
        sort_key(instances.label_id, instances.code) as feature_key
    from asked_instances
    inner join instances
        on asked_instances.instance_id = instances.instance_id
),

sums as (
    select
        instance_id,
        sum(instance_cost) over (
            order by feature_key, instance_id
            rows between unbounded preceding and current row
        ) as cost_until,
        sum(instance_cost) over () as cost_in_all
    from costs
),

instances_of_part as (
    select instance_id
    from sums
    where (cost_until - 1) * $n_parts // cost_in_all = $part - 1
)

select asked_rows.*
from asked_rows
inner join instances_of_part
    on asked_rows.instance_id = instances_of_part.instance_id;

-- fetch: asked_row
-- The row that was asked about, with the features that it has.
-- grain:  one row
select
    asked_rows.row_id,
    labels.label,
    instances.is_contradicted,
    texts.feature_texts
from asked_rows
inner join instances
    on asked_rows.instance_id = instances.instance_id
inner join labels
    on instances.label_id = labels.label_id
inner join texts
    on asked_rows.row_id = texts.row_id;

-- stage: one_row(row) into asked_rows
-- The row to answer, if it is in the table and has a label.
--
-- Its id is compared as text: in an address it is text too.
-- grain:  one row, or none
select
    row_id,
    instance_id
from cases
where cast(row_id as varchar) = $row;
