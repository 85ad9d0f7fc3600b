-- name: centres
-- The hyperballs to count: the minimal counterfactuals, at their distances.
--
-- One ball serves every row that has this counterfactual at this distance. The
-- largest ball around a centre holds the others, and is gone through once.
--
-- reads:  minimal
-- writes: centres
-- grain:  one row per (centre_id, radius)
with radii as (
    select distinct
        to_id as centre_id,
        distance as radius
    from minimal
)

select
    centre_id,
    radius,
    max(radius) over (partition by centre_id) as largest_radius
from radii
