-- name: half_population
-- Half of the instances, drawn by their row ids, and those that are checked.
--
-- reads:  instances, asked_rows
-- writes: population
-- grain:  one row per instance
select
    instance_id,
    label_id,
    code,
    n_rows as weight
from instances
where
    md5(cast(row_id as varchar)) < '8'
    or instance_id in (
        select asked_rows.instance_id
        from asked_rows
    )
