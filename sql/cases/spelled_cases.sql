-- name: spelled_cases
-- The features of each new case in words.
--
-- What does not fit the type of its column is no value that the table could have;
-- it stays as it was given.
--
-- reads:  case_texts, case_rows
-- writes: spelled_cases
-- grain:  one row per row_id
with paired as (
    select
        case_texts.row_id,
        list_zip(case_texts.feature_texts, case_rows.given_texts)
            as paired_texts
    from case_texts
    inner join case_rows
        on case_texts.row_id = case_rows.row_id
)

select
    row_id,
    list_transform(paired_texts, lambda pair: coalesce(pair[1], pair[2]))
        as feature_texts
from paired
