-- name: parsed_condition(statement)
-- A user's condition, as DuckDB reads it.
--
-- grain:  one row
select json_serialize_sql($statement) as parsed
