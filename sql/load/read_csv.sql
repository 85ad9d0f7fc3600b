-- name: read_csv(path, delimiter, types, text)
-- A CSV file as it is: its first line is the header, its types DuckDB's guess.
--
-- The guess is made from the whole file: a type that only the first rows have
-- would change later ones. Comments, lines to skip and columns from a path are
-- not guessed: they would swallow rows or make up features.
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
    auto_type_candidates = $types,
    sample_size = -1,
    all_varchar = $text
)
