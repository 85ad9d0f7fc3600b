-- Check: the answers to some rows, in the form that `method.sql` gives them.

-- fetch: rows_in_turn(seed, most)
-- The rows to check, as long as there is time: of each class in turn, one that is
-- not contradicted and one that is.
--
-- Two that come together are of two classes. Another seed gives other rows.
-- grain:  one row per row_id
with kinds as (
    select
        cases.row_id,
        instances.label_id,
        instances.is_contradicted,
        row_number() over (
            partition by instances.label_id, instances.is_contradicted
            order by
                md5(concat($seed, ' ', cast(cases.row_id as varchar))),
                cases.row_id
        ) as place
    from cases
    inner join instances
        on cases.instance_id = instances.instance_id
    qualify place <= $most
),

turns as (
    select
        row_id,
        is_contradicted,
        row_number() over (
            partition by is_contradicted
            order by
                place,
                case when is_contradicted then -label_id else label_id end
        ) as turn
    from kinds
)

select row_id
from turns
order by turn, is_contradicted
limit $most;

-- fetch: asked_ids
-- The rows that were asked for.
-- grain:  one row per row_id
select row_id
from asked_rows
order by row_id;

-- fetch: checked_classes
-- How many rows of each class are checked, and how many of them are contradicted.
-- grain:  one row per label
select
    labels.label,
    count(*) as n_rows,
    count(*) filter (where instances.is_contradicted) as n_contradicted
from asked_rows
inner join instances
    on asked_rows.instance_id = instances.instance_id
inner join labels
    on instances.label_id = labels.label_id
group by labels.label, labels.label_id
order by labels.label_id;

-- stage: case_cells
-- The cells of all cases, as the definitions take them.
-- grain:  one row per (row_id, place)
with placed as (
    select
        texts.row_id,
        row_labels.label,
        generate_subscripts(texts.feature_texts, 1) as place,
        unnest(texts.feature_texts) as value
    from texts
    inner join row_labels
        on texts.row_id = row_labels.row_id
)

select
    placed.row_id,
    placed.label,
    placed.place,
    features.feature,
    placed.value
from placed
inner join features
    on placed.place = features.feature_id;

-- fetch: answers
-- All that is said of each row that is asked about, with its answers best first.
-- grain:  one row per row_id
with listed as (
    select
        row_id,
        list(ranked order by rank, counterfactual_id) as answers
    from ranked
    group by row_id
)

select
    summary.*,
    listed.answers
from summary
left join listed
    on summary.row_id = listed.row_id
order by summary.row_id;

-- view: stored_answered
-- Of a stored ranking, what it says of the rows that are asked about.
-- grain:  one row per row_id
select stored_summary.*
from stored_summary
where stored_summary.row_id in (select asked_rows.row_id from asked_rows);

-- fetch: stored_answers
-- What a stored ranking says of the rows that are asked about.
-- grain:  one row per row_id
select listed_answers.*
from listed_answers
order by listed_answers.row_id;
