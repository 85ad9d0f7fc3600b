-- name: factual_summary
-- What there is to say of each row that was asked about.
--
-- A row without an explanation is here too, with n_factual = 0.
--
-- reads:  asked_rows, instances, labels, listed_sets, unfinished_targets, texts
-- writes: factual_summary
-- grain:  one row per row_id asked about
with counted_sets as (
    select
        target_id,
        min(size) as smallest_size,
        count(*) as n_listed,
        max(n_found) as n_found,
        arg_min(features, place) as first_features
    from listed_sets
    group by target_id
),

spelled_rows as (
    select
        asked_rows.row_id,
        labels.label,
        counted_sets.smallest_size,
        coalesce(counted_sets.n_listed, 0) as n_factual,
        coalesce(counted_sets.n_listed = counted_sets.n_found, true)
        and asked_rows.instance_id not in (
            select unfinished_targets.target_id
            from unfinished_targets
        ) as is_complete,
        instances.is_contradicted,
        counted_sets.first_features,
        texts.feature_texts
    from asked_rows
    inner join instances
        on asked_rows.instance_id = instances.instance_id
    inner join labels
        on instances.label_id = labels.label_id
    inner join texts
        on asked_rows.row_id = texts.row_id
    left join counted_sets
        on asked_rows.instance_id = counted_sets.target_id
)

select
    row_id,
    label,
    smallest_size,
    n_factual,
    is_complete,
    is_contradicted,
    case
        when smallest_size = 0 then 'every case'
        else
            array_to_string(
                list_transform(
                    first_features,
                    lambda member: concat(
                        member['feature'],
                        ': ',
                        coalesce(feature_texts[member['feature_id']], 'NULL')
                    )
                ),
                ', '
            )
    end as explanation
from spelled_rows
order by row_id
