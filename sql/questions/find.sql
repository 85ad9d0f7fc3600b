-- Find: the rows of a table that somebody describes.

-- fetch: found_rows(names, columns, wanted, is_any, words, n_shown)
-- The rows that have these values and words, all cells as texts.
--
-- `wanted` are the texts of `columns`; with `is_any` there are none to compare. A word
-- may stand anywhere in any cell, in upper or lower case.
-- grain:  one row per row_id
with cells as (
    select
        row_id as found_id,
        cast(columns($names) as varchar)
    from source_rows
),

matching as (
    select
        found_id,
        list_value(*columns($names)) as cell_texts
    from cells
    where
        $is_any
        or list_value(*columns($columns)) is not distinct from $wanted
)

select
    found_id,
    cell_texts,
    count(*) over () as n_found
from matching
where
    len(
        list_filter(
            $words,
            lambda word: not contains(
                lower(concat_ws(chr(0), cell_texts)), lower(word)
            )
        )
    ) = 0
order by found_id
limit $n_shown;

-- fetch: values_of(columns)
-- The values that a column has, as texts.
-- grain:  one row per value
select distinct cast(columns($columns) as varchar) as value_text
from source_rows;
