-- name: lost_words(path, delimiter, suspects, pattern)
-- Whether columns hold words that the type they were taken for would not keep.
--
-- reads:  the file at $path
-- grain:  one row, with a column per suspect
select
    coalesce(
        bool_or(regexp_full_match(lower(columns($suspects)), $pattern)),
        false
    )
from read_csv(
    $path,
    header = true,
    delim = $delimiter,
    quote = '"',
    escape = '"',
    comment = '',
    skip = 0,
    hive_partitioning = false,
    all_varchar = true
)
