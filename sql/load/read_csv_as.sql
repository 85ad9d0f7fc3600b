-- name: read_csv_as(path, delimiter, types)
-- A CSV file with the types that its columns are known to have.
--
-- writes: incoming
-- grain:  one row per line
select columns(*)
from read_csv(
    $path,
    header = true,
    delim = $delimiter,
    quote = '"',
    escape = '"',
    comment = '',
    skip = 0,
    hive_partitioning = false,
    types = $types
)
