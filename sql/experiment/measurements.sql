-- name: measurements(measurements)
-- What was measured in each repeat, as it is given.
--
-- writes: measurements
-- grain:  one row per (experiment, table_name, repeat, measure)
select
    unnest(
        cast(
            $measurements as struct(
                experiment varchar,
                table_name varchar,
                repeat bigint,
                measure varchar,
                value double
            )[]
        ),
        recursive := true
    )
