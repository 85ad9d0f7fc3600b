-- Encode: every value a small code, every distinct row packed into words.
--
-- Names and types leave the picture first: each row is a list of texts. The values of
-- each feature are numbered, the numbers packed into words, and equal rows with equal
-- labels grouped. A stored table is read back by the last queries.

-- stage: row_labels(label)
-- The label of every row that has one, or its interval: the rows of S.
-- grain:  one row per row_id of S
select
    row_id,
    as_text(columns([$label])) as label
from feature_rows
where columns([$label]) is not null;

-- stage: unlabelled_rows(label)
-- The rows of a table that are not in S.
-- grain:  one row per row_id without a label
select row_id
from feature_rows
where columns([$label]) is null;

-- stage: texts(features)
-- The features of the wanted rows, as a list of texts in column order.
--
-- Feature names are data here: no later query sees them as identifiers.
-- grain:  one row per wanted row_id
with plain as (
    select
        row_id,
        as_text(columns($features))
    from feature_rows
    where row_id in (select wanted_rows.row_id from wanted_rows)
)

select
    row_id,
    [*columns(* exclude (row_id))] as feature_texts
from plain;

-- stage: plain_texts(features) into texts
-- The same where no value is a fraction or an interval: a cast is its text.
--
-- It is planned in a fourth of the time, which counts where few rows are wanted.
-- grain:  one row per wanted row_id
with plain as (
    select
        row_id,
        cast(columns($features) as varchar)
    from feature_rows
    where row_id in (select wanted_rows.row_id from wanted_rows)
)

select
    row_id,
    [*columns(* exclude (row_id))] as feature_texts
from plain;

-- view: cells
-- Every value of every wanted row.
-- grain:  one row per (row_id, feature_id)
select
    row_id,
    generate_subscripts(feature_texts, 1) as feature_id,
    unnest(feature_texts) as value_text
from texts;

-- stage: dictionary
-- The values of each feature, numbered from 0 in the order of their text.
--
-- NULL is a value like any other and comes first.
-- grain:  one row per (feature_id, value_text)
select
    feature_id,
    value_text,
    count(*) as n_rows,
    cast(
        row_number() over (
            partition by feature_id
            order by value_text nulls first
        ) - 1 as bigint
    ) as value_code
from cells
group by feature_id, value_text;

-- stage: labels
-- The classes, numbered from 0 in the order of their text.
-- grain:  one row per label
select
    label,
    count(*) as n_rows,
    cast(row_number() over (order by label) - 1 as bigint) as label_id
from row_labels
group by label;

-- fetch: feature_values
-- How many values each feature has, and how often two rows agree on it.
-- grain:  one row per feature_id
with value_shares as (
    select
        feature_id,
        n_rows / sum(n_rows) over (partition by feature_id) as value_share
    from dictionary
)

select
    feature_id,
    count(*) as n_values,
    sum(value_share * value_share) as agreement
from value_shares
group by feature_id
order by feature_id;

-- stage: features(fields)
-- The features and the place of each in the packed words.
--
-- The layout is computed in cfsql/method/packing.py, from feature_values.
-- grain:  one row per feature_id
with fields as (
    select unnest($fields) as field
)

select
    cast(field.feature_id as bigint) as feature_id,
    cast(field.feature as varchar) as feature,
    cast(field.n_values as bigint) as n_values,
    cast(field.word as integer) as word,
    cast(field.shift as integer) as shift,
    cast(field.n_bits as integer) as n_bits
from fields;

-- stage: coded_rows
-- Each row of S as packed words: every feature's code in its own bits.
--
-- `pack` is generated from the layout of the features (cfsql/method/packing.py).
-- grain:  one row per row_id of S
with value_bits as (
    select
        dictionary.feature_id,
        dictionary.value_text,
        features.word,
        dictionary.value_code << features.shift as bits
    from dictionary
    inner join features
        on dictionary.feature_id = features.feature_id
),

row_words as (
    select
        cells.row_id,
        value_bits.word,
        bit_or(value_bits.bits) as bits
    from cells
    inner join value_bits
        on
            cells.feature_id = value_bits.feature_id
            and cells.value_text is not distinct from value_bits.value_text
    group by cells.row_id, value_bits.word
),

packed_rows as (
    select
        row_id,
        pack(word, bits) as code
    from row_words
    group by row_id
)

select
    packed_rows.row_id,
    labels.label_id,
    packed_rows.code
from packed_rows
inner join row_labels
    on packed_rows.row_id = row_labels.row_id
inner join labels
    on row_labels.label = labels.label;

-- view: grouped_rows into unnumbered
-- Rows with the same features and the same label are one instance.
--
-- Its smallest row id stands for it. It is contradicted when another instance
-- has the same features, and so another label.
-- grain:  one row per (code, label_id)
select
    min(row_id) as row_id,
    label_id,
    count(*) as n_rows,
    count(*) over (partition by code) > 1 as is_contradicted,
    code
from coded_rows
group by code, label_id;

-- stage: distinct_rows
-- The instances, numbered in the order of their smallest row ids.
-- grain:  one row per instance_id
select
    row_number() over (order by unnumbered.row_id) as instance_id,
    unnumbered.*
from unnumbered;

-- stage: identified_rows into distinct_rows
-- The instances, each by its smallest row id, where cfsql has numbered the rows.
--
-- Rows may come and go then, and other instances keep their ids.
-- grain:  one row per instance_id
select
    unnumbered.row_id as instance_id,
    unnumbered.*
from unnumbered
order by unnumbered.row_id;

-- view: instances
-- The distinct rows as the search knows them: each is one case, in one part.
--
-- A condition over both rows may split a case into parts (constrain/instances).
-- grain:  one row per instance_id
select
    distinct_rows.*,
    distinct_rows.n_rows as own_rows,
    distinct_rows.instance_id as case_id,
    cast(null as integer) as case_values
from distinct_rows;

-- stage: cases
-- Which instance each row of S is.
-- grain:  one row per row_id of S
select
    coded_rows.row_id,
    instances.instance_id
from coded_rows
inner join instances
    on
        coded_rows.code = instances.code
        and coded_rows.label_id = instances.label_id;

-- fetch: packed_features
-- The stored layout of a table, in column order.
-- grain:  one row per feature_id
select
    feature_id,
    feature,
    n_values,
    word,
    shift,
    n_bits
from features
order by feature_id;

-- stage: feature_bits
-- The bit that stands for each feature in a set of features.
--
-- `feature_bit` is generated from the layout of the features (cfsql/method/packing.py).
-- The bits of all earlier features are there to go through a set in order.
-- grain:  one row per feature_id
with bits as (
    select
        feature_id,
        feature,
        feature_bit(feature_id) as own_bit
    from features
)

select
    feature_id,
    feature,
    own_bit,
    coalesce(
        bit_or(own_bit) over (
            order by feature_id
            rows between unbounded preceding and 1 preceding
        ),
        own_bit & ~own_bit
    ) as earlier_bits
from bits;
