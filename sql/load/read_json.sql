-- name: read_json(path)
-- A JSON file as it is: an array of objects, or one object a line.
--
-- writes: incoming
-- grain:  one row per object
select columns(*)
from read_json($path, hive_partitioning = false)
