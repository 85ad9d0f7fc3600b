-- name: no_stored_answers
-- No counterfactual of a stored ranking yet.
--
-- writes: stored_answers
-- grain:  one row per (row_id, counterfactual_id)
select
    cast('' as varchar) as ranking,
    cast('' as varchar) as row_id,
    cast('' as varchar) as counterfactual_id,
    cast('' as varchar) as counterfactual_label,
    0 as distance,
    cast(0 as bigint) as support,
    cast([] as varchar[]) as changed,
    cast([] as varchar[]) as frozen,
    cast('' as varchar) as wanted_label,
    0 as max_changes,
    0 as min_support
where false
