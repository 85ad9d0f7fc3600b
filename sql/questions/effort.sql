-- Effort: for whom another outcome takes more changes.
--
-- The audited rows by the values of their protected columns and by the outcome to
-- reach: how many changes they need, how many are near, and what they change.

-- stage: aims(is_each, target)
-- The outcomes to reach of which the ranking knows how far each row is from them.
--
-- Where a ranking has a target, that is the only one. Each is known by itself where
-- the ranking looked for each, or there are only two. Else it is NULL: any other.
-- grain:  one row per to_label
with classes as (
    select
        label,
        count(*) over () as n_classes
    from labels
),

known as (
    select label
    from classes
    where
        label = $target
        or ($target is null and ($is_each or n_classes = 2))
)

select label as to_label
from known
union all
select null as to_label
where not exists (from known);

-- stage: efforts
-- How far each row is from each outcome to reach, and how many optimal
-- counterfactuals it has there; these are all as near.
-- grain:  one row per (row_id, to_label) that is reached
select
    answers.row_id,
    aims.to_label,
    min(answers.distance) as distance,
    count(*) as n_answers
from aims
inner join optimal_answers as answers
    on aims.to_label = answers.counterfactual_label or aims.to_label is null
group by answers.row_id, aims.to_label;

-- stage: histogram(features)
-- How many rows need how many changes, by protected value and outcome to reach.
--
-- A NULL feature is all rows, a NULL distance those that reach it by no change. Rows
-- that have an outcome are not among those that want to reach it.
-- grain:  one row per (feature, value, to_label, distance)
with aimed_rows as (
    select
        summary.row_id,
        aims.to_label
    from summary
    inner join aims
        on aims.to_label is null or summary.label <> aims.to_label
),

rows_by_values as (
    select
        texts.feature_texts,
        aimed_rows.to_label,
        efforts.distance,
        count(*) as n_rows
    from aimed_rows
    inner join texts
        on aimed_rows.row_id = texts.row_id
    left join efforts
        on
            aimed_rows.row_id = efforts.row_id
            and aimed_rows.to_label is not distinct from efforts.to_label
    group by texts.feature_texts, aimed_rows.to_label, efforts.distance
),

rows_by_value as (
    select
        to_label,
        distance,
        n_rows,
        cast(null as varchar) as all_rows,
        unnest(
            [{ feature: all_rows, value: all_rows }]
            || named_values($features, feature_texts)
        ) as literal
    from rows_by_values
)

select
    literal['feature'] as feature,
    literal['value'] as value,
    to_label,
    distance,
    cast(sum(n_rows) as bigint) as n_rows
from rows_by_value
group by literal, to_label, distance;

-- stage: audit_effort(least_rows)
-- How many changes the rows with a protected value need to reach an outcome.
--
-- The mean is of the rows that reach it; its interval is there from least_rows rows
-- on. In quantiles and in the superiority, a row that does not reach it needs more
-- changes than any that does. Superiority: the chance that a row with this value
-- needs more changes than one with another value, equal numbers by half. Of each
-- column the worst off is first: the least share that reaches it, then the mean.
-- grain:  one row per (feature, value, to_label)
with counted as (
    select
        *,
        sum(n_rows) over by_distance as n_up_to,
        sum(n_rows) over by_value as n_all,
        sum(distance * n_rows) over by_value
        / sum(n_rows) filter (where distance is not null) over by_value
            as mean_changes
    from histogram
    window
        by_value as (partition by feature, value, to_label),
        by_distance as (
            partition by feature, value, to_label
            order by distance asc nulls last
        )
),

summed as (
    select
        own.feature,
        own.value,
        own.to_label,
        own.n_all as n_rows,
        own.mean_changes,
        everyone.n_all - own.n_all as n_others,
        coalesce(
            sum(own.n_rows) filter (where own.distance is not null), 0
        ) as n_reached,
        min(own.distance) as fewest,
        max(own.distance) as most,
        min(own.distance) filter (where 4 * own.n_up_to >= own.n_all) as q25,
        min(own.distance) filter (where 2 * own.n_up_to >= own.n_all) as q50,
        min(own.distance) filter (
            where 4 * own.n_up_to >= 3 * own.n_all
        ) as q75,
        min(own.distance) filter (
            where 10 * own.n_up_to >= 9 * own.n_all
        ) as q90,
        sum(own.n_rows * pow(own.distance - own.mean_changes, 2)) as squares,
        sum(own.n_rows * pow(own.distance - own.mean_changes, 3)) as cubes,
        sum(own.n_rows * pow(own.distance - own.mean_changes, 4)) as fourths,
        -- Twice the pairs in which a row of the others needs fewer, and once those
        -- in which it needs as many.
        sum(
            own.n_rows * (
                2 * (everyone.n_up_to - own.n_up_to)
                - (everyone.n_rows - own.n_rows)
            )
        ) as n_superior
    from counted as own
    inner join counted as everyone
        on
            everyone.feature is null
            and own.to_label is not distinct from everyone.to_label
            and own.distance is not distinct from everyone.distance
    group by
        own.feature,
        own.value,
        own.to_label,
        own.n_all,
        own.mean_changes,
        everyone.n_all
),

shaped as (
    select
        *,
        sqrt(squares / n_reached) as deviation,
        coalesce(cubes / n_reached / nullif(pow(deviation, 3), 0), 0)
            as skewness,
        coalesce(fourths / n_reached / nullif(pow(deviation, 4), 0) - 3, 0)
            as kurtosis,
        n_superior / (2 * n_rows * nullif(n_others, 0)) as superiority
    from summed
),

bounded as (
    select
        *,
        case
            when n_reached >= $least_rows
                then list_transform(
                    [-1.959963984540054e0, 1.959963984540054e0],
                    lambda z: greatest(
                        fewest,
                        least(
                            most,
                            resampled_mean(
                                z,
                                n_reached,
                                mean_changes,
                                deviation,
                                skewness,
                                kurtosis
                            )
                        )
                    )
                )
        end as bounds
    from shaped
)

select
    bounded.feature,
    bounded.value,
    bounded.to_label,
    cast(bounded.n_rows as bigint) as n_rows,
    cast(bounded.n_reached as bigint) as n_reached,
    bounded.mean_changes,
    bounded.bounds[1] as mean_low,
    bounded.bounds[2] as mean_high,
    bounded.q25,
    bounded.q50,
    bounded.q75,
    bounded.q90,
    bounded.superiority,
    superiority_effect(bounded.superiority) as effect
from bounded
left join labels
    on bounded.to_label = labels.label
order by
    bounded.feature asc nulls first,
    labels.label_id asc nulls first,
    bounded.n_reached / bounded.n_rows asc,
    bounded.mean_changes desc nulls first,
    bounded.n_rows desc,
    bounded.value asc nulls first;

-- stage: audit_effort_within
-- How many rows with a protected value are within 1, 2, 3, … changes of an outcome.
--
-- Up to the largest number that any row needs, and to 3 at least.
-- grain:  one row per (feature, value, to_label, n_changes)
with steps as (
    select unnest(range(1, greatest(max(distance), 3) + 1)) as n_changes
    from histogram
),

reached as (
    select
        histogram.feature,
        histogram.value,
        histogram.to_label,
        steps.n_changes,
        cast(sum(histogram.n_rows) as bigint) as n_rows,
        cast(
            coalesce(
                sum(histogram.n_rows) filter (
                    where histogram.distance <= steps.n_changes
                ),
                0
            ) as bigint
        ) as n_within
    from histogram
    cross join steps
    group by
        histogram.feature, histogram.value, histogram.to_label, steps.n_changes
)

select
    reached.feature,
    reached.value,
    reached.to_label,
    cast(reached.n_changes as integer) as n_changes,
    reached.n_rows,
    reached.n_within,
    reached.n_within / reached.n_rows as share,
    wilson_low(reached.n_within, reached.n_rows) as share_low,
    wilson_high(reached.n_within, reached.n_rows) as share_high
from reached
left join labels
    on reached.to_label = labels.label
order by
    reached.feature asc nulls first,
    labels.label_id asc nulls first,
    reached.n_rows desc,
    reached.value asc nulls first,
    reached.n_changes asc;

-- stage: audit_effort_features(features)
-- What the rows with a protected value change to reach an outcome.
--
-- Of the rows that reach it; features that none of them changes are left out. Sums of
-- parts are rounded, or the order in which they are added would show.
-- grain:  one row per (feature, value, to_label, changed_feature)
with changed as (
    select
        texts.feature_texts,
        efforts.to_label,
        1 / efforts.n_answers as weight,
        unnest(answers.changes)['feature'] as changed_feature
    from optimal_answers as answers
    inner join efforts
        on
            answers.row_id = efforts.row_id
            and answers.counterfactual_label
            = coalesce(efforts.to_label, answers.counterfactual_label)
    inner join texts
        on answers.row_id = texts.row_id
),

changed_by_values as (
    select
        feature_texts,
        to_label,
        changed_feature,
        sum(weight) as n_changed
    from changed
    group by feature_texts, to_label, changed_feature
),

changed_by_value as (
    select
        to_label,
        changed_feature,
        n_changed,
        cast(null as varchar) as all_rows,
        unnest(
            [{ feature: all_rows, value: all_rows }]
            || named_values($features, feature_texts)
        ) as literal
    from changed_by_values
),

changes as (
    select
        literal,
        to_label,
        changed_feature,
        round(sum(n_changed), 6) as n_changed
    from changed_by_value
    group by literal, to_label, changed_feature
)

select
    reached.feature,
    reached.value,
    reached.to_label,
    changes.changed_feature,
    changes.n_changed,
    reached.n_reached as n_rows,
    changes.n_changed / reached.n_reached as share,
    wilson_low(
        least(changes.n_changed, reached.n_reached), reached.n_reached
    ) as share_low,
    wilson_high(
        least(changes.n_changed, reached.n_reached), reached.n_reached
    ) as share_high
from changes
inner join audit_effort as reached
    on
        changes.literal['feature'] is not distinct from reached.feature
        and changes.literal['value'] is not distinct from reached.value
        and changes.to_label is not distinct from reached.to_label
inner join features
    on changes.changed_feature = features.feature
left join labels
    on reached.to_label = labels.label
order by
    reached.feature asc nulls first,
    labels.label_id asc nulls first,
    reached.n_reached desc,
    reached.value asc nulls first,
    changes.n_changed desc,
    features.feature_id asc;
