-- name: in_words(changes)
-- The changes as one line for a person.
--
--     in_words([{feature: 'age', from_value: '<25', to_value: NULL}])
--     = 'age: <25 → NULL'
create or replace temporary macro in_words(changes) as
array_to_string(
    list_transform(
        changes,
        lambda change: concat(
            change.feature,
            ': ',
            coalesce(change.from_value, 'NULL'),
            ' → ',
            coalesce(change.to_value, 'NULL')
        )
    ),
    ', '
)
