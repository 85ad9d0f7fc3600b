-- name: coded_rows
-- Each row of S as packed words: every feature's code in its own bits.
--
-- `pack` is generated from the layout of the features (cfsql/method/packing.py).
--
-- reads:  cells, dictionary, features, row_labels, labels
-- writes: coded_rows
-- grain:  one row per row_id of S
with value_bits as (
    select
        dictionary.feature_id,
        dictionary.value_text,
        features.word,
        dictionary.value_code << features.shift as bits
    from dictionary
    inner join features
        on dictionary.feature_id = features.feature_id
),

packed_rows as (
    select
        cells.row_id,
        pack(value_bits.word, value_bits.bits) as code
    from cells
    inner join value_bits
        on
            cells.feature_id = value_bits.feature_id
            and cells.value_text is not distinct from value_bits.value_text
    group by cells.row_id
)

select
    packed_rows.row_id,
    labels.label_id,
    packed_rows.code
from packed_rows
inner join row_labels
    on packed_rows.row_id = row_labels.row_id
inner join labels
    on row_labels.label = labels.label
