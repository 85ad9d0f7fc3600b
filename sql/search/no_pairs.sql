-- name: no_pairs
-- No counterfactual yet: the shape that the levels of the search fill.
--
-- writes: minimal
-- grain:  one row per (from_id, to_id)
select
    cast(0 as bigint) as from_id,
    cast(0 as bigint) as to_id,
    cast(0 as integer) as distance
where false
