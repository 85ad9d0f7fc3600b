-- Checked: what the checks look at, by the definitions.
--
-- Each checked row is compared with every case, cell by cell, without codes or plans;
-- beside that stand the factual explanations, the stored rankings with their
-- constraints, and the counterfactuals among half of the cases. checks.sql follows.

-- stage: checked_features
-- A bit string for each feature, in which it is the only one set.
-- grain:  one row per feature_id
with sizes as (
    select max(feature_id) as n_features
    from features
)

select
    features.feature_id,
    features.feature,
    set_bit(
        cast(repeat('0', sizes.n_features) as bit),
        cast(features.feature_id - 1 as integer),
        1
    ) as own_bit
from features
cross join sizes;

-- stage: compared_cases
-- Every row that is checked with every case: on which features they differ.
--
-- This is the definition, cell by cell, without codes or plans.
-- grain:  one row per (row_id, other_id)
with own_cells as (
    select cells.*
    from cells
    inner join asked_rows
        on cells.row_id = asked_rows.row_id
),

differences as (
    select
        own_cells.row_id,
        other_cells.row_id as other_id,
        bit_or(checked_features.own_bit) filter (
            where own_cells.value_text is distinct from other_cells.value_text
        ) as differing,
        any_value(checked_features.own_bit) as any_bit
    from own_cells
    inner join cells as other_cells
        on own_cells.feature_id = other_cells.feature_id
    inner join checked_features
        on own_cells.feature_id = checked_features.feature_id
    group by own_cells.row_id, other_cells.row_id
)

select
    differences.row_id,
    differences.other_id,
    own_labels.label <> other_labels.label as is_unlike,
    coalesce(differences.differing, differences.any_bit & ~differences.any_bit)
        as differing,
    coalesce(bit_count(differences.differing), 0) as distance
from differences
inner join row_labels as own_labels
    on differences.row_id = own_labels.row_id
inner join row_labels as other_labels
    on differences.other_id = other_labels.row_id;

-- stage: true_counterfactuals
-- The cases with another label that differ from a checked row, and the distance of
-- the nearest of them.
--
-- Contradictions, which the paper rules out, are not counterfactuals.
-- grain:  one row per (row_id, other_id)
select
    *,
    min(distance) over (partition by row_id) as least_distance
from compared_cases
where is_unlike and distance >= 1;

-- stage: case_sets
-- How many cases, of the row's label and of others, differ from a checked row
-- on just these features.
-- grain:  one row per (row_id, differing)
select
    row_id,
    differing,
    count(*) filter (where not is_unlike) as n_like,
    count(*) filter (where is_unlike) as n_unlike,
    min(other_id) filter (where is_unlike) as first_unlike_id
from compared_cases
group by row_id, differing;

-- stage: factual_sets
-- The features of each factual explanation, as the same bits.
-- grain:  one row per (row_id, features)
select
    factual.row_id,
    factual.features,
    factual.coverage,
    bit_or(
        case
            when list_contains(factual.features, checked_features.feature)
                then checked_features.own_bit
            else checked_features.own_bit & ~checked_features.own_bit
        end
    ) as fixed
from factual
cross join checked_features
group by factual.row_id, factual.features, factual.coverage;

-- append: stored_answers(ranking, options)
-- The counterfactuals of a stored ranking, with the options that it was made with.
-- grain:  one row per (row_id, counterfactual_id)
select
    cast($ranking as varchar) as ranking,
    cast(row_id as varchar) as row_id,
    cast(counterfactual_id as varchar) as counterfactual_id,
    counterfactual_label,
    distance,
    support,
    share,
    feature_names(changes) as changed,
    cast($options as json) as options
from stored_ranked;

-- stage: half_population into population
-- Half of the instances, drawn by their row ids, and those that are checked.
-- grain:  one row per instance
select population.*
from population
inner join instances
    on population.instance_id = instances.instance_id
where
    md5(cast(instances.row_id as varchar)) < '8'
    or population.instance_id in (
        select asked_rows.instance_id
        from asked_rows
    );

-- stage: half_pairs
-- The minimal counterfactuals of each row, where only half of the cases are known.
-- grain:  one row per (row_id, other_id)
select
    asked_rows.row_id,
    instances.row_id as other_id,
    minimal.distance
from minimal
inner join asked_rows
    on minimal.from_id = asked_rows.instance_id
inner join instances
    on minimal.to_id = instances.instance_id;
