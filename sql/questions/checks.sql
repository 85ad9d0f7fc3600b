-- Checks: the paper's properties. Each query returns what offends it.
--
-- A name says what should hold. They read the results as users do, and the tables of
-- checked.sql.

-- fetch: capacity_is_universality
-- Where there are two classes, capacity and universality are the same.
-- grain:  one row per counterfactual for which they differ
select
    row_id,
    counterfactual_id,
    capacity,
    universality
from ranked
where capacity <> universality and (select count(*) from labels) = 2;

-- fetch: changes_are_no_part_of_the_row
-- No change of a counterfactual is a value that the row has already (ψ ∩ a = ∅).
-- grain:  one row per change that is none
with changes as (
    select
        row_id,
        counterfactual_id,
        unnest(changes) as change_of
    from ranked
)

select
    changes.row_id,
    changes.counterfactual_id,
    features.feature,
    cells.value_text
from changes
inner join features
    on changes.change_of['feature'] = features.feature
inner join cells
    on
        changes.row_id = cells.row_id
        and features.feature_id = cells.feature_id
where
    changes.change_of['to_value'] is not distinct from cells.value_text
    or changes.change_of['from_value'] is distinct from cells.value_text;

-- fetch: constraints_hold
-- No counterfactual of a stored ranking violates a constraint it was made under.
-- grain:  one row per counterfactual that violates one
select
    ranking,
    row_id,
    counterfactual_id,
    case
        when list_has_any(changed, cast(options -> 'freeze' as varchar[]))
            then 'freeze'
        when wrong_way is not null
            then wrong_way
        when counterfactual_label <> nullif(options ->> 'target', 'each')
            then 'target'
        -- As doubles, so that a part in a billion does not count.
        when
            abs(
                try_cast(counterfactual_label as double)
                - try_cast(label as double)
            ) < cast(options ->> 'differs-by' as double) * (1 - 1e-9)
            then 'differs-by'
        when distance > cast(options ->> 'max-changes' as integer)
            then 'max-changes'
        when support < cast(options ->> 'min-support' as integer)
            then 'min-support'
        when share < cast(options ->> 'min-share' as double)
            then 'min-share'
        when
            distance <> weighted_sum(
                changed, cast(options -> 'weight' as varchar[])
            )
            then 'weight'
    end as violated
from stored_answers
where violated is not null;

-- fetch: counterfactual_unless_no_other_outcome
-- A row has no counterfactual if and only if no case that differs from it has
-- another label (S_a is empty).
-- grain:  one row per row_id that has one too many or too few
with true_counts as (
    select
        asked_rows.row_id,
        count(true_counterfactuals.row_id) as n_unlike
    from asked_rows
    left join true_counterfactuals
        on asked_rows.row_id = true_counterfactuals.row_id
    group by asked_rows.row_id
)

select
    true_counts.row_id,
    summary.n_minimal,
    true_counts.n_unlike
from true_counts
left join summary
    on true_counts.row_id = summary.row_id
where
    not coalesce((summary.n_minimal = 0) = (true_counts.n_unlike = 0), false);

-- fetch: counterfactuals_are_the_nearest
-- A minimal counterfactual has another label, and no case with another label
-- is nearer.
-- grain:  one row per counterfactual that is none, or not minimal
select
    ranked.row_id,
    ranked.counterfactual_id,
    ranked.distance,
    cases.distance as counted_distance,
    cases.least_distance
from ranked
left join true_counterfactuals as cases
    on
        ranked.row_id = cases.row_id
        and ranked.counterfactual_id = cases.other_id
where
    not coalesce(
        cases.distance = ranked.distance
        and cases.distance = cases.least_distance,
        false
    );

-- fetch: factual_holds
-- Every case that contains a factual explanation has the row's label, and they
-- are as many as the coverage says.
-- grain:  one row per factual explanation that is none, or counted wrongly
select
    factual_sets.row_id,
    factual_sets.features,
    factual_sets.coverage,
    sum(case_sets.n_like) as n_like,
    sum(case_sets.n_unlike) as n_unlike
from factual_sets
inner join case_sets
    on factual_sets.row_id = case_sets.row_id
where bit_count(factual_sets.fixed & case_sets.differing) = 0
group by
    factual_sets.row_id, factual_sets.features, factual_sets.coverage
having
    sum(case_sets.n_like) <> factual_sets.coverage
    or sum(case_sets.n_unlike) > 0;

-- fetch: factual_is_minimal
-- No feature of a factual explanation could be left out: a case with another
-- label has all the other values.
-- grain:  one row per factual explanation with a feature that is not needed
select
    factual_sets.row_id,
    factual_sets.features
from factual_sets
left join case_sets
    on
        factual_sets.row_id = case_sets.row_id
        and case_sets.n_unlike > 0
group by factual_sets.row_id, factual_sets.features, factual_sets.fixed
having
    coalesce(
        bit_or(factual_sets.fixed & case_sets.differing) filter (
            where bit_count(factual_sets.fixed & case_sets.differing) = 1
        ),
        factual_sets.fixed & ~factual_sets.fixed
    ) <> factual_sets.fixed;

-- fetch: factual_meets_every_counterfactual
-- A factual and a counterfactual explanation of a row contradict each other in
-- some feature (duality), all pairs of them.
-- grain:  one row per pair that can be true together
select
    factual_sets.row_id,
    factual_sets.features,
    case_sets.first_unlike_id as counterfactual_id
from factual_sets
inner join case_sets
    on factual_sets.row_id = case_sets.row_id
where
    case_sets.n_unlike > 0
    and bit_count(case_sets.differing) > 0
    and bit_count(factual_sets.fixed & case_sets.differing) = 0;

-- fetch: fewer_cases_give_no_other_counterfactual
-- What is a counterfactual among half of the cases is one among all (monotony).
-- grain:  one row per counterfactual that the whole table does not have
select
    half_pairs.row_id,
    half_pairs.other_id,
    half_pairs.distance,
    summary.min_distance
from half_pairs
left join true_counterfactuals as cases
    on
        half_pairs.row_id = cases.row_id
        and half_pairs.other_id = cases.other_id
left join summary
    on half_pairs.row_id = summary.row_id
where
    not coalesce(
        cases.distance = half_pairs.distance
        and half_pairs.distance >= summary.min_distance,
        false
    );

-- fetch: metrics_are_shares
-- Typicality, capacity, universality and share are between 0 and 1.
-- grain:  one row per counterfactual with a metric out of bounds
select
    row_id,
    counterfactual_id,
    typicality,
    capacity,
    universality,
    share
from ranked
where
    not coalesce(
        typicality between 0 and 1
        and capacity between 0 and 1
        and universality between 0 and 1
        and share between 0 and 1,
        false
    );

-- fetch: minimal_is_irreducible
-- No counterfactual has a part of the changes of a minimal one (irreducible, by
-- subsets).
-- grain:  one row per minimal counterfactual that can be reduced
with nearer_cases as (
    select
        ranked.row_id,
        ranked.counterfactual_id,
        true_counterfactuals.other_id,
        true_counterfactuals.differing
    from ranked
    inner join true_counterfactuals
        on
            ranked.row_id = true_counterfactuals.row_id
            and ranked.distance > true_counterfactuals.distance
)

select
    nearer_cases.row_id,
    nearer_cases.counterfactual_id,
    nearer_cases.other_id
from nearer_cases
inner join checked_features
    on bit_count(nearer_cases.differing & checked_features.own_bit) = 1
inner join cells as own_cells
    on
        nearer_cases.counterfactual_id = own_cells.row_id
        and checked_features.feature_id = own_cells.feature_id
inner join cells as other_cells
    on
        nearer_cases.other_id = other_cells.row_id
        and checked_features.feature_id = other_cells.feature_id
group by
    nearer_cases.row_id, nearer_cases.counterfactual_id, nearer_cases.other_id
having
    bool_and(own_cells.value_text is not distinct from other_cells.value_text);

-- fetch: power_is_at_least_one
-- A counterfactual explains at least the row that it was found for.
-- grain:  one row per counterfactual without power
select
    row_id,
    counterfactual_id,
    power
from ranked
where not coalesce(power >= 1, false);

-- fetch: row_and_changes_are_inconsistent
-- A row together with its changes has two values for some feature (a ∪ ψ is
-- inconsistent).
-- grain:  one row per counterfactual that changes nothing
select
    row_id,
    counterfactual_id,
    changes
from ranked
where
    len(
        list_filter(
            changes,
            lambda change: change['from_value'] is distinct from
            change['to_value']
        )
    ) = 0;

-- fetch: row_is_in_the_ball
-- The hyperball around a counterfactual contains the row itself (a ∈ B(a,b)).
--
-- So it contains a case with the row's label, and one with the other.
-- grain:  one row per counterfactual whose ball does not
select
    ranked.row_id,
    ranked.counterfactual_id,
    ranked.distance,
    compared_cases.distance as counted_distance,
    ranked.ball_size
from ranked
inner join compared_cases
    on
        ranked.row_id = compared_cases.row_id
        and ranked.counterfactual_id = compared_cases.other_id
where
    not coalesce(
        compared_cases.distance <= ranked.distance
        and coalesce(ranked.universality, 1) > 0
        and coalesce(ranked.typicality, 1) > 0
        and ranked.ball_size >= 2,
        false
    );
