-- All counterfactuals of one row, not only the nearest.

-- stage: unlike_instances
-- All counterfactuals of a target: what they change, and in how many features.
--
-- grain:  one row per instance_id
select
    instances.instance_id,
    instances.row_id,
    instances.n_rows,
    instances.label_id,
    instances.code,
    disagreement(targets.code, instances.code) as disagreement,
    hamming(targets.code, instances.code) as distance
from targets
inner join instances
    on targets.label_id <> instances.label_id
where hamming(targets.code, instances.code) >= 1;


-- fetch: n_counterfactuals
-- How many counterfactuals there are, shown or not.
--
-- grain:  one row
select count(*) as n_counterfactuals
from unlike_instances;


-- stage: listed_counterfactuals(limit)
-- The counterfactuals to show: all, or the nearest ones.
--
-- grain:  one row per instance_id
with placed as (
    select
        instance_id,
        row_id,
        n_rows,
        label_id,
        code,
        disagreement,
        distance,
        row_number() over (order by distance, row_id) as place
    from unlike_instances
)

select
    instance_id,
    row_id,
    n_rows,
    label_id,
    code,
    disagreement,
    distance
from placed
where place <= coalesce($limit, place);


-- fetch: distances
-- The distances of the counterfactuals that are shown.
--
-- grain:  one row per distance
select distinct distance
from listed_counterfactuals
order by distance;


-- stage: no_irreducibles into irreducibles
-- An empty `irreducibles`, to be filled distance by distance.
--
-- grain:  one row per instance_id
select
    instance_id,
    code,
    disagreement
from unlike_instances
where false;


-- append: irreducibles(distance)
-- The counterfactuals at a distance whose explanation contains that of no nearer
-- one: irreducible in the reading by subsets.
--
-- One explanation contains another when the two cases agree wherever the nearer
-- one differs from the target.
--
-- grain:  one row per instance_id
select
    listed_counterfactuals.instance_id,
    listed_counterfactuals.code,
    listed_counterfactuals.disagreement
from listed_counterfactuals
where
    listed_counterfactuals.distance = $distance
    and not exists (
        select 1
        from irreducibles as nearer
        where
            bit_count(
                disagreement(listed_counterfactuals.code, nearer.code)
                & nearer.disagreement
            )
            = 0
    );


-- stage: spared_features
-- The changes of each counterfactual that some case with the target's label has
-- all the others of: irreducible in the literal reading when these are all.
--
-- A case that has every change has all the others of each.
--
-- grain:  one row per instance_id
with missing_changes as (
    select
        listed_counterfactuals.instance_id,
        listed_counterfactuals.disagreement,
        disagreement(listed_counterfactuals.code, population.code)
        & listed_counterfactuals.disagreement as missing
    from listed_counterfactuals
    cross join targets
    inner join population
        on targets.label_id = population.label_id
)

select
    instance_id,
    bit_or(
        case when bit_count(missing) = 0 then disagreement else missing end
    ) as spared
from missing_changes
where bit_count(missing) <= 1
group by instance_id;


-- stage: named_rows into wanted_rows
-- The row that is asked about, and those of the counterfactuals that are shown.
--
-- grain:  one row per row_id
select row_id
from asked_rows
union
select row_id
from listed_counterfactuals;


-- fetch: counterfactuals
-- All counterfactuals of a row in words, the nearest first.
--
--         irreducibles, spared_features, texts
-- grain:  one row per counterfactual_id
with paired_texts as (
    select
        asked_rows.row_id,
        own_labels.label,
        listed_counterfactuals.row_id as counterfactual_id,
        other_labels.label as counterfactual_label,
        listed_counterfactuals.distance,
        disagreement_sets.features,
        own_texts.feature_texts as from_texts,
        other_texts.feature_texts as to_texts,
        listed_counterfactuals.n_rows as support,
        irreducibles.instance_id is not null as is_irreducible_subset,
        coalesce(
            spared_features.spared = listed_counterfactuals.disagreement, false
        ) as is_irreducible_literal
    from listed_counterfactuals
    cross join asked_rows
    inner join targets
        on asked_rows.instance_id = targets.instance_id
    inner join labels as own_labels
        on targets.label_id = own_labels.label_id
    inner join labels as other_labels
        on listed_counterfactuals.label_id = other_labels.label_id
    inner join disagreement_sets
        on
            listed_counterfactuals.disagreement
            = disagreement_sets.disagreement
    inner join texts as own_texts
        on asked_rows.row_id = own_texts.row_id
    inner join texts as other_texts
        on listed_counterfactuals.row_id = other_texts.row_id
    left join irreducibles
        on listed_counterfactuals.instance_id = irreducibles.instance_id
    left join spared_features
        on listed_counterfactuals.instance_id = spared_features.instance_id
),

paired_changes as (
    select
        *,
        changes_between(features, from_texts, to_texts) as changes
    from paired_texts
)

select
    row_id,
    label,
    counterfactual_id,
    counterfactual_label,
    distance,
    changes,
    changes_text(changes) as explanation,
    support,
    distance = min(distance) over () as is_minimal,
    is_irreducible_subset,
    is_irreducible_literal
from paired_changes
order by distance, counterfactual_id;
