-- name: no_parts
-- No row around a centre yet: the shape that the joins of the count fill.
--
-- writes: ball_parts
-- grain:  one row per (centre_id, distance, label_id), in parts
select
    cast(0 as bigint) as centre_id,
    cast(0 as integer) as distance,
    cast(0 as bigint) as label_id,
    cast(0 as bigint) as n_rows
where false
