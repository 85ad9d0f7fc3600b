-- On Spark: encode.

-- view: cells
-- Every value of every wanted row.
--
-- On Spark: it numbers the elements of a list from 0, and by another function.
-- grain:  one row per (row_id, feature_id)
select
    texts.row_id,
    cast(listed.place + 1 as bigint) as feature_id,
    listed.value_text
from texts
    lateral view posexplode(texts.feature_texts) listed as place, value_text;

-- stage: distinct_rows
-- The instances, numbered in the order of their smallest row ids.
--
-- On Spark: a row number over everything would have a single task number all
-- instances. In order, and with gaps, each task can number its own.
-- grain:  one row per instance_id
with in_order as (
    select unnumbered.*
    from unnumbered
    order by unnumbered.row_id
)

select
    monotonically_increasing_id() + 1 as instance_id,
    in_order.*
from in_order;

-- stage: feature_bits
-- The bit that stands for each feature in a set of features.
--
-- On Spark: there a set of many features is a list, which no aggregate joins; and
-- nothing there goes through a set in order.
-- grain:  one row per feature_id
select
    feature_id,
    feature,
    feature_bit(feature_id) as own_bit
from features;
