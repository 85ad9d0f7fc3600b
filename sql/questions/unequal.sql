-- Unequal pairs: whether they are chance, and pairs that are nearly equal.
--
-- Whether one value of a protected column has the one outcome more often than another
-- has it, by rows that are paired. audit.sql has staged the cases by then.

-- append: matched_pairs(feature, seed)
-- Pairs of rows that differ in one protected column alone and in their label, each
-- row in at most one pair of two values.
--
-- Of the rows that are equal otherwise, the first with one value is paired with the
-- first with the other, the second with the second, and so on; first by a hash that
-- knows nothing of labels. So labels that do not depend on the column fall either way
-- with equal chance, however many rows either value has.
-- grain:  one row per (feature, value, label, other_value, other_label)
with matched_rows as (
    select
        group_id,
        case_id,
        label,
        own_values[1] as value,
        -- NULL is a value too, and comes first.
        coalesce(' ' || own_values[1], '') as value_key,
        unnest(range(n_rows)) as nth
    from matched_cases
    where n_matches > 0
),

drawn_rows as (
    select
        *,
        row_number() over (
            partition by group_id, value_key
            order by md5(concat($seed, ':', case_id, ':', nth))
        ) as place
    from matched_rows
)

select
    cast($feature as varchar) as feature,
    own.value,
    own.label,
    other.value as other_value,
    other.label as other_label,
    count(*) as n_pairs
from drawn_rows as own
inner join drawn_rows as other
    on
        own.group_id = other.group_id
        and own.place = other.place
        and own.value_key < other.value_key
        and own.label <> other.label
group by own.value, own.label, other.value, other.label;

-- stage: audit_unequal_tests
-- Of two values of a protected column and two labels: how many pairs of rows go one
-- way and how many the other, and whether that is more than chance.
--
-- The way that is more frequent is named. Holm's correction is for all tests of the
-- audit: those for which there is a pair.
-- grain:  one row per (feature, value, other_value, two labels)
with both_ways as (
    select
        feature,
        value,
        other_value,
        least(label, other_label) as first_label,
        greatest(label, other_label) as second_label,
        coalesce(sum(n_pairs) filter (where label < other_label), 0) as n_first,
        coalesce(sum(n_pairs) filter (where label > other_label), 0) as n_second
    from matched_pairs
    group by feature, value, other_value, first_label, second_label
),

tests as (
    select
        feature,
        value,
        case when n_first >= n_second then first_label else second_label end
            as label,
        other_value,
        case when n_first >= n_second then second_label else first_label end
            as other_label,
        cast(greatest(n_first, n_second) as bigint) as n_pairs,
        cast(least(n_first, n_second) as bigint) as n_reversed,
        sign_test(cast(n_first as bigint), cast(n_second as bigint)) as p_value
    from both_ways
),

ordered as (
    select
        *,
        row_number() over (
            order by
                p_value asc,
                n_pairs desc,
                feature asc,
                value asc nulls first,
                other_value asc nulls first,
                label asc,
                other_label asc
        ) as place,
        count(*) over () as n_tests
    from tests
)

select
    feature,
    value,
    label,
    other_value,
    other_label,
    n_pairs,
    n_reversed,
    n_pairs / (n_pairs + n_reversed) as share,
    wilson_low(n_pairs, n_pairs + n_reversed) as share_low,
    wilson_high(n_pairs, n_pairs + n_reversed) as share_high,
    p_value,
    least(
        1.0,
        max((n_tests - place + 1) * p_value) over (
            order by place rows between unbounded preceding and current row
        )
    ) as p_holm,
    uneven_effect(n_pairs, n_reversed) as effect
from ordered
order by place;

-- stage: near_cases
-- The cases with their packed features and their protected values as one number.
-- grain:  one row per (code, protected_id, label_id)
with protected_texts as (
    select
        row_id,
        dense_rank() over (order by feature_texts) as protected_id
    from texts
)

select
    instances.code,
    protected_texts.protected_id,
    instances.label_id,
    count(*) as n_rows
from cases
inner join instances
    on cases.instance_id = instances.instance_id
inner join protected_texts
    on cases.row_id = protected_texts.row_id
group by instances.code, protected_texts.protected_id, instances.label_id;

-- append: near_sums(n_dropped)
-- The ordered pairs of rows that agree on all features but the protected ones and
-- the dropped ones, a row and itself included: all of them, and those that also agree
-- on their label, on their protected values, on both.
--
-- `kept_key` is generated from the features that are left.
-- grain:  one row per set of dropped features
with kept_cases as (
    select
        kept_key(code) as kept,
        protected_id,
        label_id,
        cast(sum(n_rows) as hugeint) as n_rows
    from near_cases
    group by kept, protected_id, label_id
),

kept_rows as (
    select
        grouping(protected_id) = 1 as has_any_protected,
        grouping(label_id) = 1 as has_any_label,
        sum(n_rows) as n_rows
    from kept_cases
    group by
        grouping sets (
            (kept),
            (kept, label_id),
            (kept, protected_id),
            (kept, protected_id, label_id)
        )
)

select
    cast($n_dropped as integer) as n_dropped,
    sum(n_rows * n_rows) filter (
        where has_any_protected and has_any_label
    ) as n_pairs,
    sum(n_rows * n_rows) filter (
        where has_any_protected and not has_any_label
    ) as n_like_label,
    sum(n_rows * n_rows) filter (
        where not has_any_protected and has_any_label
    ) as n_like_protected,
    sum(n_rows * n_rows) filter (
        where not has_any_protected and not has_any_label
    ) as n_like_both
from kept_rows;

-- stage: audit_near(n_features)
-- Pairs of rows by how many features other than the protected ones they differ in:
-- those that differ in protected columns, and those that do not, and how many of
-- each differ in their label.
--
-- A pair that differs in h of the n features is in C(n - h, j - h) of the sets of j
-- dropped ones, so sums with alternating signs give the pairs that differ in exactly
-- j.
-- grain:  one row per n_differences
with sums as (
    select
        n_dropped,
        sum(n_pairs - n_like_protected) as n_other,
        sum(n_pairs - n_like_protected - n_like_label + n_like_both)
            as n_unequal,
        sum(n_like_protected) as n_like,
        sum(n_like_protected - n_like_both) as n_unequal_like
    from near_sums
    group by n_dropped
),

factors as (
    select
        nearer.n_dropped,
        farther.n_dropped as n_differences,
        -- (-1)^(j - h) C(n - h, j - h)
        if((farther.n_dropped - nearer.n_dropped) % 2 = 0, 1, -1)
        * choose(
            $n_features - nearer.n_dropped, farther.n_dropped - nearer.n_dropped
        ) as factor
    from sums as farther
    inner join sums as nearer
        on farther.n_dropped >= nearer.n_dropped
),

counted as (
    select
        factors.n_differences,
        sum(factors.factor * sums.n_other) as n_other,
        sum(factors.factor * sums.n_unequal) as n_unequal,
        sum(factors.factor * sums.n_like) as n_like,
        sum(factors.factor * sums.n_unequal_like) as n_unequal_like
    from factors
    inner join sums
        on factors.n_dropped = sums.n_dropped
    group by factors.n_differences
),

own_pairs as (
    -- Each row agrees with itself.
    select sum(n_rows) as n_rows
    from near_cases
)

select
    counted.n_differences,
    cast(counted.n_other // 2 as bigint) as n_row_pairs,
    cast(counted.n_unequal // 2 as bigint) as n_unequal_row_pairs,
    n_unequal_row_pairs / nullif(n_row_pairs, 0) as share,
    cast(
        (
            counted.n_like
            - if(counted.n_differences = 0, own_pairs.n_rows, 0)
        ) // 2 as bigint
    ) as n_like_row_pairs,
    cast(counted.n_unequal_like // 2 as bigint) as n_unequal_like_row_pairs,
    n_unequal_like_row_pairs / nullif(n_like_row_pairs, 0) as like_share
from counted
cross join own_pairs
order by counted.n_differences;
