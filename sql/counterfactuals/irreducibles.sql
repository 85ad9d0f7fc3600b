-- name: irreducibles(distance)
-- The counterfactuals at a distance whose explanation contains that of no nearer
-- one: irreducible in the reading by subsets.
--
-- One explanation contains another when the two cases agree wherever the nearer
-- one differs from the target.
--
-- reads:  listed_counterfactuals, irreducibles
-- writes: irreducibles
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
    )
