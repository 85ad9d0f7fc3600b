-- On Spark: encode.

-- view: cells
-- Every value of every wanted row.
--
-- On Spark: it numbers the elements of a list from 0, and by another function.
--
-- grain:  one row per (row_id, feature_id)
select
    texts.row_id,
    cast(listed.place + 1 as bigint) as feature_id,
    listed.value_text
from texts
    lateral view posexplode(texts.feature_texts) listed as place, value_text;


-- stage: distinct_rows
-- Rows with the same features and the same label are one instance.
--
-- On Spark: a row number over everything would have a single task number all
-- instances. In order, and with gaps, each task can number its own.
--
-- grain:  one row per (code, label_id)
with grouped as (
    select
        min(row_id) as row_id,
        label_id,
        count(*) as n_rows,
        count(*) over (partition by code) > 1 as is_contradicted,
        code
    from coded_rows
    group by code, label_id
),

in_order as (
    select
        row_id,
        label_id,
        n_rows,
        is_contradicted,
        code
    from grouped
    order by row_id
)

select
    monotonically_increasing_id() + 1 as instance_id,
    row_id,
    label_id,
    n_rows,
    is_contradicted,
    code
from in_order;


-- stage: feature_bits
-- The bit that stands for each feature in a set of features.
--
-- On Spark: there a set of many features is a list, which no aggregate joins; and
-- nothing there goes through a set in order.
--
-- grain:  one row per feature_id
select
    feature_id,
    feature,
    feature_bit(feature_id) as own_bit
from features;
