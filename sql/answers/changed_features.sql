-- name: changed_features
-- In how many rows the optimal counterfactual changes each feature.
--
-- Features that are never changed are here too, with 0. Sums of parts are rounded,
-- or the order in which they are added would decide between equals.
--
-- reads:  optimal_answers, features
-- writes: changed_features
-- grain:  one row per feature
with changed as (
    select
        weight,
        unnest(changes)['feature'] as feature
    from optimal_answers
),

changes_by_feature as (
    select
        feature,
        round(sum(weight), 6) as n_changed
    from changed
    group by feature
)

select
    features.feature,
    features.n_values,
    coalesce(changes_by_feature.n_changed, 0) as n_changed
from features
left join changes_by_feature
    on features.feature = changes_by_feature.feature
order by n_changed desc, features.feature_id asc
