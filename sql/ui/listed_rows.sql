-- name: listed_rows(label, feature, value, has_feature, contradicted, skip, n_shown)
-- Rows of the table with a label and a value, as far as these are asked for.
--
-- A label of NULL is any; a value of NULL is a value, if there is a feature.
--
-- reads:  cases, instances, labels, dictionary, features
-- grain:  one row per row_id
with wanted_codes as (
    select
        dictionary.feature_id,
        dictionary.value_code
    from dictionary
    inner join features
        on dictionary.feature_id = features.feature_id
    where
        features.feature = $feature
        and dictionary.value_text is not distinct from cast($value as varchar)
),

wanted_instances as (
    select
        instances.instance_id,
        instances.is_contradicted,
        labels.label
    from instances
    inner join labels
        on instances.label_id = labels.label_id
    where
        labels.label = coalesce($label, labels.label)
        and (instances.is_contradicted or not $contradicted)
        and (
            not $has_feature
            or exists (
                select 1
                from wanted_codes
                where
                    value_codes(instances.code)[wanted_codes.feature_id]
                    = wanted_codes.value_code
            )
        )
)

select
    cases.row_id,
    wanted_instances.label,
    wanted_instances.is_contradicted,
    count(*) over () as n_rows
from cases
inner join wanted_instances
    on cases.instance_id = wanted_instances.instance_id
order by cases.row_id
limit $n_shown offset $skip
