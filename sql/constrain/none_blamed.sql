-- name: none_blamed
-- No target that a constraint has left without an answer yet.
--
-- writes: blamed
-- grain:  one row per target
select
    cast(0 as bigint) as instance_id,
    cast('' as varchar) as blocked_by
where false
