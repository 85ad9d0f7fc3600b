-- name: run(command, source, result, options, version, plan, steps, rows, seconds)
-- One run, to be remembered in cfsql.runs.
--
-- grain:  one row
select
    cast(uuid() as varchar) as run_id,
    current_localtimestamp() as finished_at,
    cast($command as varchar) as command,
    cast($source as varchar) as table_name,
    cast($result as varchar) as result_name,
    cast($options as json) as options,
    cast($version as varchar) as version,
    cast($plan as varchar) as plan,
    cast($steps as json) as steps,
    cast($rows as bigint) as rows,
    cast($seconds as double) as seconds
