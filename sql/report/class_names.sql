-- name: class_names
-- The classes that are shown by name, in their order.
--
-- reads:  named_classes
-- grain:  one row per label
select label
from named_classes
order by place
