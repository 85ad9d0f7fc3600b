-- name: compared_cases
-- Every row that is checked with every case: on which features they differ.
--
-- This is the definition, cell by cell, without codes or plans.
--
-- reads:  asked_rows, row_labels, cells, checked_features
-- writes: compared_cases
-- grain:  one row per (row_id, other_id)
with own_cells as (
    select
        cells.row_id,
        cells.feature_id,
        cells.value_text
    from cells
    inner join asked_rows
        on cells.row_id = asked_rows.row_id
),

differences as (
    select
        own_cells.row_id,
        other_cells.row_id as other_id,
        bit_or(checked_features.own_bit) filter (
            where own_cells.value_text is distinct from other_cells.value_text
        ) as differing,
        any_value(checked_features.own_bit) as any_bit
    from own_cells
    inner join cells as other_cells
        on own_cells.feature_id = other_cells.feature_id
    inner join checked_features
        on own_cells.feature_id = checked_features.feature_id
    group by own_cells.row_id, other_cells.row_id
)

select
    differences.row_id,
    own_labels.label,
    differences.other_id,
    other_labels.label as other_label,
    coalesce(differences.differing, differences.any_bit & ~differences.any_bit)
        as differing,
    coalesce(bit_count(differences.differing), 0) as distance
from differences
inner join row_labels as own_labels
    on differences.row_id = own_labels.row_id
inner join row_labels as other_labels
    on differences.other_id = other_labels.row_id
