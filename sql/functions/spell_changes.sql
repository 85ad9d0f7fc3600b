-- name: spell_changes(changed, names, from_texts, to_texts)
-- The literals of an explanation: each changed feature with both values.
--
--     spell_changes([2], ['sex', 'age'], ['male', '<25'], ['male', '>45'])
--     = [{feature: 'age', from_value: '<25', to_value: '>45'}]
create or replace temporary macro spell_changes(
    changed, names, from_texts, to_texts
) as
list_transform(
    changed,
    lambda feature_id: {
        feature: names[feature_id],
        from_value: from_texts[feature_id],
        to_value: to_texts[feature_id]
    }
)
