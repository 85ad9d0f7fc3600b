-- New cases, explained against a table that they are no part of.
--
-- They are read with the columns and types of the table. What they say of a feature
-- is spelled as the table spells it, then coded; a value that the table does not have
-- gets a code of its own. From there on a new case is an instance that is asked about.

-- stage: given_cells(texts, exact, dates)
-- The value that each new case has in each feature, as the table would spell it.
--
-- Of a column of texts it is what is given. Of any other kind, what is blank is
-- missing, and what cannot be read without loss is NULL beside its given text.
-- grain:  one row per (row_id, feature_id)
with cells as (
    select
        case_rows.row_id,
        generate_subscripts(case_rows.given_texts, 1) as feature_id,
        unnest(case_rows.given_texts) as raw_text,
        unnest(case_texts.feature_texts) as read_text
    from case_rows
    inner join case_texts
        on case_rows.row_id = case_texts.row_id
),

trimmed as (
    select
        cells.row_id,
        cells.feature_id,
        features.feature,
        cells.read_text,
        list_contains($texts, features.feature) as is_text,
        case
            when list_contains($texts, features.feature) then cells.raw_text
            -- What a frame has in the place of a whole number that is missing.
            when
                list_contains($exact, features.feature)
                and lower(trim(cells.raw_text)) = 'nan'
                then null
            else nullif(trim(cells.raw_text), '')
        end as given_text
    from cells
    inner join features
        on cells.feature_id = features.feature_id
)

select
    row_id,
    feature_id,
    feature,
    given_text,
    case
        when is_text then given_text
        when
            list_contains($exact, feature)
            and try_cast(read_text as double)
            <> try_cast(given_text as double)
            then null
        when
            list_contains($dates, feature)
            and try_cast(read_text as timestamp)
            <> try_cast(given_text as timestamp)
            then null
        else read_text
    end as value_text
from trimmed;

-- stage: binned_cells into given_cells
-- The same with numbers as the intervals that they are in.
--
-- An interval of the table may be given as it is.
-- grain:  one row per (row_id, feature_id)
with listed_bins as (
    select
        feature,
        listed_intervals(low_key, interval_text, place) as intervals,
        list(interval_text) as interval_texts
    from kept_bins
    group by feature
)

select
    given_cells.row_id,
    given_cells.feature_id,
    given_cells.feature,
    case
        when listed_bins.feature is null then given_cells.given_text
        else nullif(trim(given_cells.given_text), '')
    end as given_text,
    case
        when listed_bins.feature is null then given_cells.value_text
        when
            list_contains(listed_bins.interval_texts, given_cells.given_text)
            then given_cells.given_text
        else interval_of(
            number_key(given_cells.given_text), listed_bins.intervals
        )
    end as value_text
from given_cells
left join listed_bins
    on given_cells.feature = listed_bins.feature;

-- fetch: unreadable_values
-- The first value of a new case that is none of its column.
-- grain:  one row, or none
select
    row_id,
    feature,
    given_text
from given_cells
where given_text is not null and value_text is null
order by row_id, feature_id
limit 1;

-- fetch: least_value(columns)
-- The least value of a column, as an example.
-- grain:  one row
select as_text(min(columns($columns))) as value_text
from source_rows;

-- stage: spelled_cases
-- The features of each new case in words.
-- grain:  one row per row_id
select
    row_id,
    list(value_text order by feature_id) as feature_texts
from given_cells
group by row_id;

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
select
    given_cells.row_id,
    given_cells.value_text,
    features.*,
    dictionary.value_code
from given_cells
inner join features
    on given_cells.feature_id = features.feature_id
left join dictionary
    on
        given_cells.feature_id = dictionary.feature_id
        and given_cells.value_text is not distinct from dictionary.value_text;

-- fetch: unseen_features
-- The features of which new cases have a value that the table does not have.
-- grain:  one row per feature
select
    feature,
    bool_or(value_text is null) as has_missing
from case_cells
where value_code is null
group by feature_id, feature
order by feature_id;

-- fetch: unseen_values(features, numbers, intervals, dates, n_many, n_shown, n_nearest)
-- The values of these features that the table does not have, each with those of the
-- table that are nearest to it: by size, or else by letters.
--
-- A number between the least and the greatest of many is nothing to speak of. Of an
-- interval the first number is its size. Of each feature the first values are listed,
-- and `n_values` counts them all.
-- grain:  one row per (feature, value_text)
with texts as (
    select distinct
        feature,
        value_text,
        true as is_new,
        0 as n_rows
    from case_cells
    where
        value_code is null
        and value_text is not null
        and list_contains($features, feature)
    union all
    select
        features.feature,
        dictionary.value_text,
        false as is_new,
        dictionary.n_rows
    from dictionary
    inner join features
        on dictionary.feature_id = features.feature_id
    where
        dictionary.value_text is not null
        and list_contains($features, features.feature)
),

sized as (
    select
        texts.*,
        case
            when list_contains($numbers, texts.feature)
                then try_cast(texts.value_text as double)
            when list_contains($intervals, texts.feature)
                then try_cast(
                    regexp_extract(
                        texts.value_text, '[+-]?[0-9.]+(e[+-]?[0-9]+)?', 0, 'i'
                    ) as double
                )
            when list_contains($dates, texts.feature)
                then epoch(try_cast(texts.value_text as timestamp))
        end as quantity
    from texts
),

extremes as (
    select
        feature,
        count(*) > $n_many as has_many,
        min(quantity) as lowest,
        max(quantity) as highest
    from sized
    where not is_new
    group by feature
),

unseen as (
    select
        sized.feature,
        sized.value_text,
        sized.quantity,
        count(*) over (partition by sized.feature) as n_values
    from sized
    left join extremes
        on sized.feature = extremes.feature
    where
        sized.is_new
        and (
            sized.quantity between extremes.lowest and extremes.highest
            and extremes.has_many
        ) is not true
    qualify
        row_number() over (
            partition by sized.feature
            order by sized.value_text
        ) <= $n_shown
),

by_size as (
    select
        unseen.feature,
        unseen.value_text,
        max_by(
            sized.value_text,
            if(sized.quantity <= unseen.quantity, sized.quantity, null)
        ) as smaller_text,
        min_by(
            sized.value_text,
            if(sized.quantity > unseen.quantity, sized.quantity, null)
        ) as greater_text
    from unseen
    inner join sized
        on unseen.feature = sized.feature
    where not sized.is_new and unseen.quantity is not null
    group by unseen.feature, unseen.value_text
),

by_letters as (
    select
        unseen.feature,
        unseen.value_text,
        sized.value_text as other_text,
        row_number() over (
            partition by unseen.feature, unseen.value_text
            order by
                jaro_winkler_similarity(
                    lower(unseen.value_text), lower(sized.value_text)
                ) desc,
                sized.n_rows desc,
                sized.value_text asc
        ) as place
    from unseen
    inner join sized
        on unseen.feature = sized.feature
    where
        not sized.is_new
        and not list_contains($numbers || $intervals || $dates, unseen.feature)
    qualify place <= $n_nearest
),

like_it as (
    select
        feature,
        value_text,
        list_filter(
            [smaller_text, greater_text], lambda each: each is not null
        ) as nearest
    from by_size
    union all
    select
        feature,
        value_text,
        list(other_text order by place) as nearest
    from by_letters
    group by feature, value_text
)

select
    unseen.feature,
    unseen.value_text,
    unseen.n_values,
    coalesce(like_it.nearest, []) as nearest
from unseen
left join like_it
    on
        unseen.feature = like_it.feature
        and unseen.value_text = like_it.value_text
order by unseen.feature, unseen.value_text;

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

-- fetch: row_names
-- The classes that rows have.
-- grain:  one row per label
select
    label,
    label_id
from labels
where n_rows > 0;

-- fetch: known_values
-- The values of the features, with their codes.
-- grain:  one row per (feature_id, value_text)
select
    features.feature,
    dictionary.value_text,
    dictionary.value_code
from dictionary
inner join features
    on dictionary.feature_id = features.feature_id;

-- stage: known_instance(codes, feature_texts, label) into new_instances
-- A new case of which the table has every value, by their codes in column order.
-- grain:  one row
with coded_case as (
    select
        pack(
            word, cast($codes as bigint[])[feature_id] << shift
        ) as code
    from features
),

equal_rows as (
    select
        total(instances.own_rows, true) as n_equal,
        total(instances.own_rows, labels.label = $label) as n_like
    from coded_case
    inner join instances
        on coded_case.code = instances.code
    inner join labels
        on instances.label_id = labels.label_id
)

select
    cast(1 as bigint) as row_id,
    cast(-1 as bigint) as instance_id,
    cast($label as varchar) as label,
    coalesce(labels.label_id, -1) as label_id,
    coded_case.code,
    cast($feature_texts as varchar[]) as feature_texts,
    coalesce(equal_rows.n_equal, 0) as n_equal,
    coalesce(equal_rows.n_like, 0) as n_like,
    coalesce(
        labels.label_id is not null
        and equal_rows.n_equal > equal_rows.n_like,
        false
    ) as is_contradicted
from coded_case
cross join equal_rows
left join labels
    on labels.label = $label;

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
    summary.sentence,
    summary.sureness,
    summary.sureness_reason
from summary
left join spelled_pairs
    on summary.row_id = spelled_pairs.row_id
order by summary.row_id, spelled_pairs.rank, spelled_pairs.to_id;
