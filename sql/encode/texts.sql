-- name: texts(features)
-- The features of the wanted rows, as a list of texts in column order.
--
-- Feature names are data here: no later query sees them as identifiers.
--
-- reads:  feature_rows, wanted_rows
-- writes: texts
-- grain:  one row per wanted row_id
with plain as (
    select
        row_id,
        as_text(columns($features))
    from feature_rows
    where row_id in (select wanted_rows.row_id from wanted_rows)
)

select
    row_id,
    [*columns(* exclude (row_id))] as feature_texts
from plain
