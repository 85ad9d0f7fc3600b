-- All counterfactuals of one row, not only the nearest.
--
-- Every case with another label is one. The listed ones are gone through from the
-- nearest on, to find those that can be reduced; then they are spelled.

-- stage: unlike_instances
-- All counterfactuals of a target: what they change, and in how many features.
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

-- stage: listed_counterfactuals(limit)
-- The counterfactuals to show: the nearest ones, or all if the limit is NULL.
-- grain:  one row per instance_id
select *
from unlike_instances
order by distance, row_id
limit $limit;

-- fetch: distances
-- The distances of the counterfactuals that are shown.
-- grain:  one row per distance
select distinct distance
from listed_counterfactuals
order by distance;

-- append: irreducibles(distance)
-- The counterfactuals at a distance whose explanation contains that of no nearer
-- one: irreducible in the reading by subsets.
--
-- One explanation contains another when the two cases agree wherever the nearer
-- one differs from the target.
-- grain:  one row per instance_id
select *
from listed_counterfactuals
where
    distance = $distance
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

-- fetch: counterfactuals
-- The counterfactuals in words, the nearest first.
-- grain:  one row per counterfactual_id
with spelled_counterfactuals as (
    select
        listed.row_id as counterfactual_id,
        labels.label as counterfactual_label,
        listed.distance,
        changes_between(
            disagreement_sets.features,
            own_texts.feature_texts,
            other_texts.feature_texts
        ) as changes,
        listed.n_rows as support,
        listed.distance = min(listed.distance) over () as is_minimal,
        irreducibles.instance_id is not null as is_irreducible_subset,
        coalesce(spared_features.spared = listed.disagreement, false)
            as is_irreducible_literal
    from listed_counterfactuals as listed
    cross join asked_rows
    inner join labels
        on listed.label_id = labels.label_id
    inner join disagreement_sets
        on listed.disagreement = disagreement_sets.disagreement
    inner join texts as own_texts
        on asked_rows.row_id = own_texts.row_id
    inner join texts as other_texts
        on listed.row_id = other_texts.row_id
    left join irreducibles
        on listed.instance_id = irreducibles.instance_id
    left join spared_features
        on listed.instance_id = spared_features.instance_id
)

select
    *,
    changes_text(changes) as explanation
from spelled_counterfactuals
order by distance, counterfactual_id;
