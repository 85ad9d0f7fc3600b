-- On Spark: order.

-- view: instance_cells
-- Every code of every instance.
--
-- On Spark: it numbers the elements of a list from 0, and by another function.
-- grain:  one row per (instance_id, feature_id)
select
    instance_codes.instance_id,
    cast(listed.place + 1 as bigint) as feature_id,
    listed.old_code
from instance_codes
    lateral view posexplode(instance_codes.codes) listed as place, old_code;

-- stage: value_orders(orders)
-- How the values of each feature are compared: as numbers, as dates, or as listed.
--
-- On Spark: a separator is a regular expression.
-- grain:  one row per feature_id
with orders as (
    select explode($orders) as own
)

select
    cast(own.feature_id as bigint) as feature_id,
    own.how,
    split(own.words, chr(31)) as words
from orders;
