-- Count: the rows in each hyperball, by label.
--
-- The centres of each radius go by the best of three plans (sql/plans).

-- stage: centres
-- The hyperballs to count: the minimal counterfactuals, at their distances.
--
-- One ball serves every row that has this counterfactual at this distance. The
-- largest ball around a centre holds the others, and is gone through once.
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
from radii;

-- fetch: largest_radii
-- How many centres have which radius as their largest.
-- grain:  one row per largest_radius
select
    largest_radius,
    count(*) as n_centres
from centres
where radius = largest_radius
group by largest_radius
order by largest_radius;

-- stage: open_centres(radii, n_batches)
-- The centres whose largest radius is one of some, in batches for a scan.
-- grain:  one row per centre_id
select
    centres.centre_id,
    centres.radius,
    population.code,
    centres.centre_id // 64 % $n_batches as batch
from centres
inner join population
    on centres.centre_id = population.instance_id
where
    centres.radius = centres.largest_radius
    and list_contains($radii, centres.radius);

-- stage: balls
-- The rows in each hyperball by label.
--
-- `ball_parts` has the rows at each distance from a centre, as the plans of sql/plans
-- have counted them, perhaps in parts.
-- grain:  one row per (centre_id, radius, label_id) with rows in it
select
    centres.centre_id,
    centres.radius,
    ball_parts.label_id,
    cast(sum(ball_parts.n_rows) as bigint) as n_rows
from centres
inner join ball_parts
    on
        centres.centre_id = ball_parts.centre_id
        and centres.radius >= ball_parts.distance
group by centres.centre_id, centres.radius, ball_parts.label_id;
