-- name: coded_cases(n_instances)
-- Each new case as packed words, numbered after the instances of the table.
--
-- A value that the table does not have gets the code that no value has, the last.
--
-- reads:  spelled_cases, dictionary, features
-- writes: coded_cases
-- grain:  one row per row_id
with cells as (
    select
        row_id,
        generate_subscripts(feature_texts, 1) as feature_id,
        unnest(feature_texts) as value_text
    from spelled_cases
),

value_bits as (
    select
        cells.row_id,
        features.word,
        coalesce(dictionary.value_code, features.n_values - 1)
        << features.shift as bits
    from cells
    inner join features
        on cells.feature_id = features.feature_id
    left join dictionary
        on
            cells.feature_id = dictionary.feature_id
            and cells.value_text is not distinct from dictionary.value_text
)

select
    row_id,
    row_number() over (order by row_id) + $n_instances as instance_id,
    pack(word, bits) as code
from value_bits
group by row_id
