-- name: read_parquet(path)
-- A Parquet file as it is.
--
-- writes: incoming
-- grain:  one row per row of the file
select columns(*)
from read_parquet($path, hive_partitioning = false)
