-- name: read_csv(path, delimiter, encoding, types, sample_size, text)
-- A CSV file as it is: its first line is the header, its types DuckDB's guess.
--
-- Comments and lines to skip are not guessed: they would swallow rows.
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
    encoding = $encoding,
    auto_type_candidates = $types,
    sample_size = $sample_size,
    all_varchar = $text
)
