-- name: no_sets
-- No set of features counted yet: the shape that counting without pairs fills.
--
-- writes: set_parts
-- grain:  one row per (centre_id, n_dropped, label_id), in parts
select
    cast(0 as bigint) as centre_id,
    cast(0 as integer) as n_dropped,
    cast(0 as bigint) as label_id,
    cast(0 as bigint) as n_rows
where false
