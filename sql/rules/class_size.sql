-- name: class_size(label_id)
-- The cases of a class, and those of all others.
--
-- reads:  population
-- grain:  one row
select
    coalesce(sum(weight) filter (where label_id = $label_id), 0) as n_like,
    coalesce(sum(weight) filter (where label_id != $label_id), 0) as n_unlike
from population
