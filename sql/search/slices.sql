-- name: slices
-- The instances on their side: a word for each bit of their codes.
--
-- `slice_up` is generated from the layout of the features (cfsql/method/plans/sliced.py).
--
-- reads:  slots
-- writes: slices
-- grain:  one row per slice_id
select
    slice_id,
    label_id,
    weight,
    slice_up(code, slot) as planes
from slots
group by slice_id, label_id, weight
