-- name: audit_features
-- How often the optimal counterfactual changes each feature: over all rows, and of
-- the rows that go from one class to another.
--
-- Over all rows, from_label and to_label are NULL and features that are never
-- changed are here too. Sums of parts are rounded, or the order in which they are
-- added would decide between equals.
--
-- reads:  optimal_answers, changed_features, features, label_pairs
-- writes: audit_features
-- grain:  one row per (from_label, to_label, feature)
with changed as (
    select
        label as from_label,
        counterfactual_label as to_label,
        weight,
        unnest(changes)['feature'] as feature
    from optimal_answers
),

changes_by_classes as (
    select
        from_label,
        to_label,
        feature,
        round(sum(weight), 6) as n_changed
    from changed
    group by from_label, to_label, feature
),

answered as (
    select round(sum(n_rows), 6) as n_rows
    from label_pairs
),

counted_changes as (
    select
        cast(null as varchar) as from_label,
        cast(null as varchar) as to_label,
        changed_features.feature,
        cast(changed_features.n_changed as double) as n_changed,
        coalesce(answered.n_rows, 0) as n_rows
    from changed_features
    cross join answered
    union all
    select
        changes_by_classes.from_label,
        changes_by_classes.to_label,
        changes_by_classes.feature,
        changes_by_classes.n_changed,
        round(label_pairs.n_rows, 6) as n_rows
    from changes_by_classes
    inner join label_pairs
        on
            changes_by_classes.from_label = label_pairs.from_label
            and changes_by_classes.to_label = label_pairs.to_label
)

select
    counted_changes.from_label,
    counted_changes.to_label,
    counted_changes.feature,
    counted_changes.n_changed,
    counted_changes.n_rows,
    counted_changes.n_changed / nullif(counted_changes.n_rows, 0) as share
from counted_changes
inner join features
    on counted_changes.feature = features.feature
order by
    counted_changes.from_label asc nulls first,
    counted_changes.to_label asc nulls first,
    counted_changes.n_changed desc,
    features.feature_id asc
