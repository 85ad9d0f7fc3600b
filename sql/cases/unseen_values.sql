-- name: unseen_values
-- The values of new cases that the table does not have.
--
-- reads:  spelled_cases, dictionary, features
-- grain:  one row per (feature, value_text)
with cells as (
    select
        generate_subscripts(feature_texts, 1) as feature_id,
        unnest(feature_texts) as value_text
    from spelled_cases
)

select
    features.feature,
    cells.value_text,
    count(*) as n_cases
from cells
inner join features
    on cells.feature_id = features.feature_id
left join dictionary
    on
        cells.feature_id = dictionary.feature_id
        and cells.value_text is not distinct from dictionary.value_text
where dictionary.feature_id is null
group by features.feature_id, features.feature, cells.value_text
order by features.feature_id, cells.value_text
