-- Audit: a whole table at once.

-- stage: audit_features
-- How often the optimal counterfactual changes each feature: over all rows, and of
-- the rows that go from one class to another.
--
-- Over all rows, from_label and to_label are NULL and features that are never
-- changed are here too. Sums of parts are rounded, or the order in which they are
-- added would decide between equals.
--
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
    features.feature_id asc;


-- stage: audit_labels
-- The matrix from label to label: of the rows of a class, how many have their
-- optimal counterfactual in which other class.
--
-- grain:  one row per (from_label, to_label)
select
    from_label,
    to_label,
    round(n_rows, 6) as n_rows,
    round(n_rows, 6)
    / round(sum(n_rows) over (partition by from_label), 6) as share
from label_pairs
order by from_label, to_label;


-- stage: audit_answers(features)
-- The counterfactuals that answer the most rows, first; how many they answer, and
-- how many they answer together with those before them.
--
-- A row with several optimal counterfactuals is shared among them in n_rows, and
-- counts for each in n_optimal_for. Sums of parts are rounded, or the order in which
-- they are added would decide between equals.
--
-- grain:  one row per counterfactual_id
with counted_answers as (
    select
        counterfactual_id,
        sum(weight) as n_rows,
        count(*) as n_optimal_for
    from optimal_answers
    group by counterfactual_id
),

placed_answers as (
    select
        counterfactual_id,
        n_rows,
        n_optimal_for,
        row_number() over (
            order by round(n_rows, 6) desc, counterfactual_id asc
        ) as place
    from counted_answers
),

answered as (
    select count(distinct row_id) as n_rows
    from optimal_answers
),

spelled_answers as (
    select
        placed_answers.place,
        placed_answers.counterfactual_id,
        spelled_instances.label,
        placed_answers.n_rows,
        placed_answers.n_optimal_for,
        answered.n_rows as n_answered,
        spelled_instances.n_rows as support,
        spelled_instances.feature_texts
    from placed_answers
    inner join spelled_instances
        on placed_answers.counterfactual_id = spelled_instances.row_id
    cross join answered
)

select
    place,
    counterfactual_id,
    label,
    round(n_rows, 6) as n_rows,
    n_optimal_for,
    round(n_rows / n_answered, 9) as share,
    round(sum(n_rows) over (order by place) / n_answered, 9)
        as cumulated_share,
    support,
    list_transform(
        range(1, len(feature_texts) + 1),
        lambda position: {
            feature: cast($features as varchar[])[position],
            value: feature_texts[position]
        }
    ) as literals
from spelled_answers
order by place;


-- stage: audit_coverage
-- How many rows have a counterfactual within 1, 2, 3, … changes.
--
-- Up to the largest number that any row needs, for every class alike; a NULL label
-- stands for all rows. A table without any counterfactual has a line for 1 change.
--
-- grain:  one row per (label, n_changes)
with steps as (
    select unnest(range(1, greatest(max(min_distance), 1) + 1)) as n_changes
    from summary
),

rows_by_class as (
    select
        label,
        min_distance
    from summary
    union all
    select
        cast(null as varchar) as label,
        min_distance
    from summary
)

select
    rows_by_class.label,
    cast(steps.n_changes as integer) as n_changes,
    count(*) as n_rows,
    count(*) filter (
        where rows_by_class.min_distance <= steps.n_changes
    ) as n_reached,
    count(*) filter (where rows_by_class.min_distance <= steps.n_changes)
    / count(*) as share
from rows_by_class
cross join steps
group by rows_by_class.label, steps.n_changes
order by rows_by_class.label asc nulls first, steps.n_changes asc;


-- stage: audited_cases
-- The cases by what is not protected: those of one group are equal in every feature
-- but the protected ones.
--
-- Rows with the same features, protected values and label are one case. It is
-- contradicted when another has all its values and so another label. `kept_key` is
-- generated from the features that are not protected (cfsql/method/packing.py).
--
-- grain:  one row per (features, protected_values, label)
with distinct_cases as (
    select
        kept_key(instances.code) as unprotected,
        instances.code,
        texts.feature_texts as protected_values,
        instances.label_id,
        min(cases.row_id) as row_id,
        count(*) as n_rows
    from cases
    inner join instances
        on cases.instance_id = instances.instance_id
    inner join texts
        on cases.row_id = texts.row_id
    group by instances.code, texts.feature_texts, instances.label_id
),

numbered_cases as (
    select
        unprotected,
        protected_values,
        label_id,
        row_id,
        n_rows,
        row_number() over (order by row_id) as case_id
    from distinct_cases
)

select
    numbered_cases.case_id,
    min(numbered_cases.case_id) over by_group as group_id,
    count(*) over by_group as n_in_group,
    numbered_cases.protected_values,
    labels.label,
    numbered_cases.row_id,
    numbered_cases.n_rows
from numbered_cases
inner join labels
    on numbered_cases.label_id = labels.label_id
window by_group as (partition by numbered_cases.unprotected);


-- stage: no_texts into texts
-- No protected column: rows without texts.
--
-- grain:  one row per row_id of S
select
    row_id,
    cast([] as varchar[]) as feature_texts
from cases;


-- stage: matched_cases(place)
-- Of each case, how many are equal to it in everything but one protected column, and
-- how many of these have another label.
--
-- The column is the one at `place`; 0 is all of them together, of which at least one
-- differs. Counting those that share less and taking away those that share more
-- takes no pairs. A case that is alone in its group has no match and is not here.
--
-- grain:  one row per case_id of a group with several
with split_cases as (
    select
        case_id,
        group_id,
        label,
        row_id,
        n_rows,
        protected_values,
        case
            when $place > 0 then [protected_values[$place]]
            else protected_values
        end as own_values,
        case
            when $place > 0
                then
                    list_concat(
                        list_slice(protected_values, 1, $place - 1),
                        list_slice(
                            protected_values,
                            $place + 1,
                            len(protected_values)
                        )
                    )
            else list_slice(protected_values, 1, 0)
        end as other_values
    from audited_cases
    where n_in_group > 1
),

counted_cases as (
    select
        case_id,
        row_id,
        label,
        n_rows,
        protected_values,
        own_values,
        min(case_id) over by_group as group_id,
        count(*) over by_group as n_in_group,
        count(*) over by_value as n_of_value,
        count(*) over by_label as n_of_label,
        sum(n_rows) over by_group as n_rows_in_group,
        sum(n_rows) over by_value as n_rows_of_value,
        sum(n_rows) over by_label as n_rows_of_label
    from split_cases
    window
        by_group as (partition by group_id, other_values),
        by_value as (partition by group_id, other_values, own_values),
        by_label as (partition by group_id, other_values, label)
)

select
    case_id,
    row_id,
    label,
    n_rows,
    protected_values,
    own_values,
    group_id,
    n_of_value > 1 as is_contradicted,
    n_in_group - n_of_value as n_matches,
    n_in_group - n_of_value - n_of_label + 1 as n_unequal,
    n_rows * (n_rows_in_group - n_rows_of_value) as n_row_matches,
    n_rows * (n_rows_in_group - n_rows_of_value - n_rows_of_label + n_rows)
        as n_row_unequal
from counted_cases;


-- fetch: n_pairs
-- How many pairs of cases differ in what is protected alone, and in their label.
--
-- grain:  one row
select cast(coalesce(sum(n_unequal), 0) // 2 as bigint) as n_pairs
from matched_cases;


-- fetch: twins
-- Among the rows that can be compared, how many pairs are equal in everything, the
-- protected columns included, and how many of these have different labels.
--
-- What unequal pairs are to be held against: labels that differ without any reason
-- in the table.
--
-- grain:  one row
with equal_rows as (
    select
        sum(n_rows) as n_rows,
        sum(n_rows * n_rows) as n_like_pairs
    from matched_cases
    where n_matches > 0
    group by group_id, protected_values
)

select
    cast(coalesce(sum(n_rows * (n_rows - 1)) // 2, 0) as bigint) as n_twins,
    cast(coalesce(sum(n_rows * n_rows - n_like_pairs) // 2, 0) as bigint)
        as n_unlike_twins
from equal_rows;


-- stage: unequal_cases(features)
-- The cases of which another one differs in what is protected alone, and has another
-- label; with their protected values by name.
--
-- grain:  one row per case_id in a pair
select
    case_id,
    group_id,
    row_id,
    label,
    n_rows,
    is_contradicted,
    list_transform(
        range(1, len(protected_values) + 1),
        lambda position: {
            feature: cast($features as varchar[])[position],
            value: protected_values[position]
        }
    ) as protected
from matched_cases
where n_unequal > 0;


-- view: audit_unequal
-- The pairs of cases that are equal in everything but what is protected, and have
-- different labels.
--
-- This goes into a stored view: pairs are made when they are read. Each is here
-- once, the case with the smaller row id first.
--
-- grain:  one row per (row_id, other_id)
with unequal_pairs as (
    select
        own.row_id,
        own.label,
        other.row_id as other_id,
        other.label as other_label,
        own.protected,
        other.protected as other_protected,
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
),

paired_values as (
    select
        row_id,
        label,
        other_id,
        other_label,
        n_rows,
        n_other_rows,
        is_contradicted,
        list_transform(
            range(1, len(protected) + 1),
            lambda position: {
                feature: protected[position]['feature'],
                from_value: protected[position]['value'],
                to_value: other_protected[position]['value']
            }
        ) as both_values
    from unequal_pairs
),

paired_changes as (
    select
        row_id,
        label,
        other_id,
        other_label,
        n_rows,
        n_other_rows,
        is_contradicted,
        list_filter(
            both_values,
            lambda change:
            change['from_value'] is distinct from change['to_value']
        ) as changes
    from paired_values
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
from paired_changes
order by row_id, other_id;


-- stage: no_values into audit_unequal_values
-- An empty `audit_unequal_values`, to be filled column by column.
--
-- grain:  one row per (feature, value)
select
    cast(null as varchar) as feature,
    cast(null as varchar) as value,
    cast(null as bigint) as n_rows,
    cast(null as bigint) as n_comparable,
    cast(null as bigint) as n_unequal,
    cast(null as double) as share,
    cast(null as bigint) as n_pairs,
    cast(null as bigint) as n_row_pairs,
    cast(null as bigint) as n_unequal_row_pairs
where false;


-- stage: no_directions into audit_unequal_directions
-- An empty `audit_unequal_directions`, to be filled column by column.
--
-- grain:  one row per (feature, value, label, other_value, other_label)
select
    cast(null as varchar) as feature,
    cast(null as varchar) as value,
    cast(null as varchar) as label,
    cast(null as varchar) as other_value,
    cast(null as varchar) as other_label,
    cast(null as bigint) as n_pairs,
    cast(null as bigint) as n_row_pairs
where false;


-- append: audit_unequal_values(feature, place)
-- Of each value of a protected column, how many rows can be compared with a case
-- that differs in it alone, and how many of these differ in their label too.
--
-- With place 0 all protected columns are taken together: one row without a value,
-- in which a pair counts once. Else it counts for each of its two values.
--
-- grain:  one row per (feature, value)
with ends as (
    select case when $place > 0 then 1 else 2 end as n_ends
),

rows_by_value as (
    select
        case when $place > 0 then protected_values[$place] end as value,
        sum(n_rows) as n_rows
    from audited_cases
    group by case when $place > 0 then protected_values[$place] end
),

matches_by_value as (
    select
        case when $place > 0 then protected_values[$place] end as value,
        sum(n_rows) filter (where n_matches > 0) as n_comparable,
        sum(n_rows) filter (where n_unequal > 0) as n_unequal,
        sum(n_unequal) as n_pairs,
        sum(n_row_matches) as n_row_pairs,
        sum(n_row_unequal) as n_unequal_row_pairs
    from matched_cases
    group by case when $place > 0 then protected_values[$place] end
)

select
    cast($feature as varchar) as feature,
    rows_by_value.value,
    cast(rows_by_value.n_rows as bigint) as n_rows,
    cast(coalesce(matches_by_value.n_comparable, 0) as bigint) as n_comparable,
    cast(coalesce(matches_by_value.n_unequal, 0) as bigint) as n_unequal,
    coalesce(matches_by_value.n_unequal, 0) / matches_by_value.n_comparable
        as share,
    cast(coalesce(matches_by_value.n_pairs // ends.n_ends, 0) as bigint)
        as n_pairs,
    cast(coalesce(matches_by_value.n_row_pairs // ends.n_ends, 0) as bigint)
        as n_row_pairs,
    cast(
        coalesce(matches_by_value.n_unequal_row_pairs // ends.n_ends, 0)
        as bigint
    ) as n_unequal_row_pairs
from rows_by_value
cross join ends
left join matches_by_value
    on rows_by_value.value is not distinct from matches_by_value.value
order by rows_by_value.n_rows desc, rows_by_value.value asc nulls first;


-- append: audit_unequal_directions(feature)
-- Which value comes with which label, where two cases differ in one protected column
-- alone and in their label.
--
-- Of two values the one that comes first in the order of text is on the left; so a
-- pair of cases counts once, and both directions of two labels can be compared.
--
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


-- fetch: sizes
-- How long the lists of a stored audit are, and how many rows contradict others.
--
-- grain:  one row
select
    (select count(*) from audit_answers) as n_answers,
    (
        select count(*)
        from audit_unequal
        where not audit_unequal.is_contradicted
    ) as n_clear_pairs,
    cast(coalesce(sum(n_rows), 0) as bigint) as n_contradicted,
    count(*) as n_contradictions
from audit_contradictions;


-- fetch: shown_pairs(n_shown)
-- The pairs that say most: those that differ in the fewest columns, whose cases are
-- not contradicted, and of which there are most rows.
--
-- All of them, if n_shown is NULL.
--
-- grain:  one row per pair
select
    row_id,
    label,
    other_id,
    other_label,
    changes,
    explanation,
    n_rows,
    n_other_rows,
    is_contradicted
from audit_unequal
order by
    len(changes) asc,
    is_contradicted asc,
    least(n_rows, n_other_rows) desc,
    n_rows + n_other_rows desc,
    row_id asc,
    other_id asc
limit $n_shown;
