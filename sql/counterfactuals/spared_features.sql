-- name: spared_features
-- The changes of each counterfactual that some case with the target's label has
-- all the others of: irreducible in the literal reading when these are all.
--
-- A case that has every change has all the others of each.
--
-- reads:  listed_counterfactuals, targets, population
-- writes: spared_features
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
group by instance_id
