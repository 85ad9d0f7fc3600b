-- Audit: a whole table at once.
--
-- First the cases by their protected values: which of them are equal in everything
-- else and have another label. Then the answers of a ranking, which report.sql begins
-- with: what changes, from which class to which, and which few cases answer most.
-- Last, what a reader of a stored audit asks first.

-- stage: audited_cases
-- The cases by their other features: those of one group are equal in every feature
-- but the protected ones.
--
-- Rows with the same features, protected values and label are one case. It is
-- contradicted when another has all its values and so another label. `kept_key` is
-- generated from the features that are not protected (cfsql/method/packing.py).
-- grain:  one row per (features, protected_values, label)
with distinct_cases as (
    select
        kept_key(instances.code) as unprotected,
        instances.code,
        texts.feature_texts as protected_values,
        instances.label_id,
        min(cases.row_id) as row_id,
        row_number() over (order by min(cases.row_id)) as case_id,
        count(*) as n_rows
    from cases
    inner join instances
        on cases.instance_id = instances.instance_id
    inner join texts
        on cases.row_id = texts.row_id
    group by instances.code, texts.feature_texts, instances.label_id
)

select
    distinct_cases.case_id,
    min(distinct_cases.case_id) over by_group as group_id,
    count(*) over by_group as n_in_group,
    distinct_cases.protected_values,
    labels.label,
    distinct_cases.row_id,
    distinct_cases.n_rows
from distinct_cases
inner join labels
    on distinct_cases.label_id = labels.label_id
window by_group as (partition by distinct_cases.unprotected);

-- stage: matched_cases(place)
-- Of each case, how many are equal to it in everything but one protected column, and
-- how many of these have another label.
--
-- The column is the one at `place`; 0 is all of them together, of which at least one
-- differs. Counting those that share less and taking away those that share more
-- takes no pairs. A case that is alone in its group has no match and is not here.
-- grain:  one row per case_id of a group with several
with split_cases as (
    select
        *,
        range(1, len(protected_values) + 1) as positions,
        list_select(
            protected_values,
            list_filter(positions, lambda position: $place in (0, position))
        ) as own_values,
        list_select(
            protected_values,
            list_filter(positions, lambda position: $place not in (0, position))
        ) as other_values
    from audited_cases
    where n_in_group > 1
)

select
    case_id,
    row_id,
    label,
    n_rows,
    protected_values,
    own_values,
    min(case_id) over by_group as group_id,
    count(*) over by_value > 1 as is_contradicted,
    count(*) over by_group - count(*) over by_value as n_matches,
    count(*) over by_group
    - count(*) over by_value
    - count(*) over by_label
    + 1 as n_unequal,
    n_rows * (sum(n_rows) over by_group - sum(n_rows) over by_value)
        as n_row_matches,
    n_rows * (
        sum(n_rows) over by_group
        - sum(n_rows) over by_value
        - sum(n_rows) over by_label
        + n_rows
    ) as n_row_unequal
from split_cases
window
    by_group as (partition by group_id, other_values),
    by_value as (partition by group_id, other_values, own_values),
    by_label as (partition by group_id, other_values, label);

-- fetch: pair_counts
-- How many pairs of cases differ in protected columns alone, and in their label; and
-- how many pairs of their rows are equal in everything, with any or another label.
--
-- The last two are what unequal pairs are to be held against: labels that differ
-- without any reason in the table.
-- grain:  one row
with equal_rows as (
    select
        sum(n_unequal) as n_unequal,
        sum(n_rows) as n_rows,
        sum(n_rows * n_rows) as n_like_pairs
    from matched_cases
    where n_matches > 0
    group by group_id, protected_values
)

select
    cast(coalesce(sum(n_unequal), 0) // 2 as bigint) as n_pairs,
    cast(coalesce(sum(n_rows * (n_rows - 1)) // 2, 0) as bigint) as n_twins,
    cast(coalesce(sum(n_rows * n_rows - n_like_pairs) // 2, 0) as bigint)
        as n_unlike_twins
from equal_rows;

-- stage: unequal_cases(features)
-- The cases of which another one differs in protected columns alone, and has another
-- label; with their protected values by name.
-- grain:  one row per case_id in a pair
select
    case_id,
    group_id,
    row_id,
    label,
    n_rows,
    is_contradicted,
    named_values($features, protected_values) as protected
from matched_cases
where n_unequal > 0;

-- view: audit_unequal
-- The pairs of cases that are equal in everything but protected columns, and have
-- different labels.
--
-- This goes into a stored view: pairs are made when they are read. Each is here
-- once, the case with the smaller row id first.
-- grain:  one row per (row_id, other_id)
with unequal_pairs as (
    select
        own.row_id,
        own.label,
        other.row_id as other_id,
        other.label as other_label,
        literal_changes(own.protected, other.protected) as changes,
        own.n_rows,
        other.n_rows as n_other_rows,
        own.is_contradicted or other.is_contradicted as is_contradicted
    from unequal_cases as own
    inner join unequal_cases as other
        on
            own.group_id = other.group_id
            and own.case_id < other.case_id
            and own.label <> other.label
            and own.protected is distinct from other.protected
)

select
    row_id,
    label,
    other_id,
    other_label,
    changes,
    changes_text(changes) as explanation,
    n_rows,
    n_other_rows,
    is_contradicted
from unequal_pairs
order by row_id, other_id;

-- append: audit_unequal_values(feature, place)
-- Of each value of a protected column, how many rows can be compared with a case
-- that differs in it alone, and how many of these differ in their label too.
--
-- With place 0 all protected columns are taken together: one row without a value,
-- in which a pair counts once. Else it counts for each of its two values.
-- grain:  one row per (feature, value)
with rows_by_value as (
    select
        case when $place > 0 then protected_values[$place] end as value,
        sum(n_rows) as n_rows
    from audited_cases
    group by value
),

matches_by_value as (
    select
        case when $place > 0 then protected_values[$place] end as value,
        -- All columns together count a pair at both of its ends.
        case when $place > 0 then 1 else 2 end as n_ends,
        sum(n_rows) filter (where n_matches > 0) as n_comparable,
        sum(n_rows) filter (where n_unequal > 0) as n_unequal,
        sum(n_unequal) as n_pairs,
        sum(n_row_matches) as n_row_pairs,
        sum(n_row_unequal) as n_unequal_row_pairs
    from matched_cases
    group by value
)

select
    cast($feature as varchar) as feature,
    rows_by_value.value,
    cast(rows_by_value.n_rows as bigint) as n_rows,
    cast(coalesce(matches.n_comparable, 0) as bigint) as n_comparable,
    cast(coalesce(matches.n_unequal, 0) as bigint) as n_unequal,
    coalesce(matches.n_unequal, 0) / matches.n_comparable as share,
    cast(coalesce(matches.n_pairs // matches.n_ends, 0) as bigint) as n_pairs,
    cast(coalesce(matches.n_row_pairs // matches.n_ends, 0) as bigint)
        as n_row_pairs,
    cast(coalesce(matches.n_unequal_row_pairs // matches.n_ends, 0) as bigint)
        as n_unequal_row_pairs
from rows_by_value
left join matches_by_value as matches
    on rows_by_value.value is not distinct from matches.value
order by rows_by_value.n_rows desc, rows_by_value.value asc nulls first;

-- append: audit_unequal_directions(feature)
-- Which value comes with which label, where two cases differ in one protected column
-- alone and in their label.
--
-- Of two values the one that comes first in the order of text is on the left; so a
-- pair of cases counts once, and both directions of two labels can be compared.
-- grain:  one row per (feature, value, label, other_value, other_label)
with unequal_members as (
    select
        group_id,
        label,
        n_rows,
        own_values[1] as value,
        -- NULL is a value too, and comes first.
        coalesce(' ' || own_values[1], '') as value_key
    from matched_cases
    where n_unequal > 0
)

select
    cast($feature as varchar) as feature,
    own.value,
    own.label,
    other.value as other_value,
    other.label as other_label,
    count(*) as n_pairs,
    cast(sum(own.n_rows * other.n_rows) as bigint) as n_row_pairs
from unequal_members as own
inner join unequal_members as other
    on
        own.group_id = other.group_id
        and own.value_key < other.value_key
        and own.label <> other.label
group by own.value, own.label, other.value, other.label
order by
    n_pairs desc,
    own.value asc nulls first,
    other.value asc nulls first,
    own.label asc,
    other.label asc;

-- stage: audit_features
-- How often the optimal counterfactual changes each feature: over all rows, and of
-- the rows that go from one class to another.
--
-- Over all rows, from_label and to_label are NULL and features that are never
-- changed are here too. Sums of parts are rounded, or the order in which they are
-- added would decide between equals.
-- grain:  one row per (from_label, to_label, feature)
with changed as (
    select
        label as from_label,
        counterfactual_label as to_label,
        weight,
        unnest(changes)['feature'] as feature
    from optimal_answers
),

changes as (
    select
        from_label,
        to_label,
        feature,
        round(sum(weight), 6) as n_changed
    from changed
    group by grouping sets ((feature), (from_label, to_label, feature))
),

answered as (
    select
        from_label,
        to_label,
        round(coalesce(sum(n_rows), 0), 6) as n_rows
    from label_pairs
    group by grouping sets ((), (from_label, to_label))
)

select
    answered.from_label,
    answered.to_label,
    features.feature,
    coalesce(changes.n_changed, 0) as n_changed,
    answered.n_rows,
    coalesce(changes.n_changed, 0) / nullif(answered.n_rows, 0) as share
from answered
cross join features
left join changes
    on
        features.feature = changes.feature
        and answered.from_label is not distinct from changes.from_label
        and answered.to_label is not distinct from changes.to_label
left join labels as from_labels
    on answered.from_label = from_labels.label
left join labels as to_labels
    on answered.to_label = to_labels.label
where answered.from_label is null or changes.feature is not null
order by
    from_labels.label_id asc nulls first,
    to_labels.label_id asc nulls first,
    coalesce(changes.n_changed, 0) desc,
    features.feature_id asc;

-- stage: audit_labels
-- The matrix from label to label: of the rows of a class, how many have their
-- optimal counterfactual in which other class.
-- grain:  one row per (from_label, to_label)
select
    label_pairs.from_label,
    label_pairs.to_label,
    round(label_pairs.n_rows, 6) as n_rows,
    round(label_pairs.n_rows, 6)
    / round(
        sum(label_pairs.n_rows) over (partition by label_pairs.from_label), 6
    ) as share
from label_pairs
inner join labels as from_labels
    on label_pairs.from_label = from_labels.label
inner join labels as to_labels
    on label_pairs.to_label = to_labels.label
order by from_labels.label_id, to_labels.label_id;

-- stage: audit_answers(features)
-- The counterfactuals that answer the most rows, first; how many they answer, and
-- how many they answer together with those before them.
--
-- A row with several optimal counterfactuals is shared among them in n_rows, and
-- counts for each in n_optimal_for. Sums of parts are rounded, or the order in which
-- they are added would decide between equals.
-- grain:  one row per counterfactual_id
with counted_answers as (
    select
        counterfactual_id,
        sum(weight) as n_rows,
        count(*) as n_optimal_for
    from optimal_answers
    group by counterfactual_id
),

answered as (
    select count(distinct row_id) as n_rows
    from optimal_answers
)

select
    row_number() over by_rows as place,
    counted_answers.counterfactual_id,
    words.label,
    round(counted_answers.n_rows, 6) as n_rows,
    counted_answers.n_optimal_for,
    round(counted_answers.n_rows / answered.n_rows, 9) as share,
    round(
        sum(counted_answers.n_rows) over by_rows / answered.n_rows, 9
    ) as cumulated_share,
    words.support,
    named_values($features, words.texts) as literals
from counted_answers
inner join words
    on
        counted_answers.counterfactual_id = words.row_id
        and words.to_id is not null
cross join answered
window
    by_rows as (
        order by
            round(counted_answers.n_rows, 6) desc,
            counted_answers.counterfactual_id asc
    )
order by place;

-- stage: audit_coverage(target)
-- How many rows have a counterfactual within 1, 2, 3, … changes.
--
-- Up to the largest number that any row needs, for every class alike; a NULL label
-- stands for all rows. Rows that have the target already need none, and are not
-- counted. A table without any counterfactual has a line for 1 change.
-- grain:  one row per (label, n_changes)
with wanting_rows as (
    select
        label,
        min_distance
    from summary
    where $target is null or label <> $target
),

steps as (
    select unnest(range(1, greatest(max(min_distance), 1) + 1)) as n_changes
    from wanting_rows
),

reached_rows as (
    select
        wanting_rows.label,
        steps.n_changes,
        coalesce(wanting_rows.min_distance <= steps.n_changes, false)
            as is_reached
    from wanting_rows
    cross join steps
),

reached as (
    select
        label,
        n_changes,
        count(*) as n_rows,
        count(*) filter (where is_reached) as n_reached
    from reached_rows
    group by grouping sets ((n_changes), (label, n_changes))
)

select
    reached.label,
    cast(reached.n_changes as integer) as n_changes,
    reached.n_rows,
    reached.n_reached,
    reached.n_reached / reached.n_rows as share
from reached
left join labels
    on reached.label = labels.label
order by labels.label_id asc nulls first, reached.n_changes asc;

-- fetch: sizes
-- How many pairs of a stored audit are clear, and how many rows contradict others.
--
-- A pair is clear when neither of its cases is contradicted.
-- grain:  one row
select
    (
        select count(*)
        from audit_unequal
        where not audit_unequal.is_contradicted
    ) as n_clear_pairs,
    cast(coalesce(sum(n_rows), 0) as bigint) as n_contradicted
from audit_contradictions;

-- fetch: shown_pairs(n_shown)
-- The pairs that say most: those that differ in the fewest columns, whose cases are
-- not contradicted, and of which there are most rows.
--
-- All of them, if n_shown is NULL.
-- grain:  one row per pair
select *
from audit_unequal
order by
    len(changes) asc,
    is_contradicted asc,
    least(n_rows, n_other_rows) desc,
    n_rows + n_other_rows desc,
    row_id asc,
    other_id asc
limit $n_shown;
