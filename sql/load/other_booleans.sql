-- name: other_booleans(path, delimiter, encoding, flags)
-- Whether columns guessed to be BOOLEAN have other words than true and false.
--
-- reads:  the file at $path
-- grain:  one row, with a column per flag
select bool_or(lower(columns($flags)) not in ('true', 'false'))
from read_csv(
    $path,
    header = true,
    delim = $delimiter,
    quote = '"',
    escape = '"',
    comment = '',
    skip = 0,
    encoding = $encoding,
    all_varchar = true
)
