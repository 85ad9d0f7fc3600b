-- Count: the rows in each hyperball, by label.

-- stage: centres
-- The hyperballs to count: the minimal counterfactuals, at their distances.
--
-- One ball serves every row that has this counterfactual at this distance. The
-- largest ball around a centre holds the others, and is gone through once.
--
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
--
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
--
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


-- stage: no_parts into ball_parts
-- No row around a centre yet: the shape that the joins of the count fill.
--
-- grain:  one row per (centre_id, distance, label_id), in parts
select
    cast(0 as bigint) as centre_id,
    cast(0 as integer) as distance,
    cast(0 as bigint) as label_id,
    cast(0 as bigint) as n_rows
where false;


-- stage: no_sets into set_parts
-- No set of features counted yet: the shape that counting without pairs fills.
--
-- grain:  one row per (centre_id, n_dropped, label_id), in parts
select
    cast(0 as bigint) as centre_id,
    cast(0 as integer) as n_dropped,
    cast(0 as bigint) as label_id,
    cast(0 as bigint) as n_rows
where false;


-- append: blocked_balls(radius) into ball_parts
-- The rows around each centre that agree with it on a choice of blocks.
--
-- A row that several choices would find is kept by the one whose dropped blocks
-- differ. `kept_agree` and `dropped_differ` are generated from the choice.
--
-- grain:  one row per (centre_id, distance, label_id) with rows in it
select
    open_centres.centre_id,
    hamming(open_centres.code, population.code) as distance,
    population.label_id,
    cast(sum(population.weight) as bigint) as n_rows
from open_centres
inner join population
    on
        kept_agree(open_centres.code, population.code)
        and hamming(open_centres.code, population.code) <= $radius
        and dropped_differ(open_centres.code, population.code)
group by
    open_centres.centre_id,
    hamming(open_centres.code, population.code),
    population.label_id;


-- stage: spread_centres(batch) into spread_seekers
-- A batch of centres, each bit of their codes spread over a word.
--
-- `spread` is generated from the layout of the features (cfsql/method/plans/sliced.py).
--
-- grain:  one row per centre of the batch
select
    centre_id as seeker_id,
    spread(code) as masks
from open_centres
where batch = $batch;


-- append: sliced_balls into ball_parts
-- The rows around each centre by distance and label, slice by slice.
--
-- `n_by_distance` is generated for the radius (cfsql/method/plans/sliced.py).
--
-- grain:  one row per (centre_id, distance, label_id) with rows in it
with counted as (
    select
        seeker_id,
        label_id,
        weight,
        n_by_distance(used, digits) as n_instances
    from sliced_pairs()
    group by seeker_id, label_id, weight
),

by_distance as (
    select
        seeker_id as centre_id,
        generate_subscripts(n_instances, 1) - 1 as distance,
        label_id,
        weight,
        unnest(n_instances) as n_instances
    from counted
)

select
    centre_id,
    cast(distance as integer) as distance,
    label_id,
    cast(sum(weight * n_instances) as bigint) as n_rows
from by_distance
where n_instances > 0
group by centre_id, distance, label_id;


-- append: scan_balls(radius, batch) into ball_parts
-- The rows around each centre by distance and label, over every pair.
--
-- grain:  one row per (centre_id, distance, label_id) with rows in it
select
    open_centres.centre_id,
    hamming(open_centres.code, population.code) as distance,
    population.label_id,
    cast(sum(population.weight) as bigint) as n_rows
from open_centres
inner join population
    on hamming(open_centres.code, population.code) <= $radius
where open_centres.batch = $batch
group by
    open_centres.centre_id,
    hamming(open_centres.code, population.code),
    population.label_id;


-- append: set_counts(n_dropped) into set_parts
-- The rows that agree with each centre outside a set of features.
--
-- No pair is looked at: rows are grouped by what they have outside the set. Only
-- hyperballs at least as large as the set need it.
--
-- grain:  one row per (centre_id, label_id) with such rows
with row_groups as (
    select
        kept_key(code) as group_key,
        label_id,
        sum(weight) as n_rows
    from population
    group by kept_key(code), label_id
)

select
    open_centres.centre_id,
    $n_dropped as n_dropped,
    row_groups.label_id,
    cast(row_groups.n_rows as bigint) as n_rows
from open_centres
inner join row_groups
    on kept_key(open_centres.code) = row_groups.group_key
where open_centres.radius >= $n_dropped;


-- stage: summed_sets into set_parts
-- The counts over sets of features so far, with equal keys added up.
--
-- grain:  one row per (centre_id, n_dropped, label_id)
select
    centre_id,
    n_dropped,
    label_id,
    cast(sum(n_rows) as bigint) as n_rows
from set_parts
group by centre_id, n_dropped, label_id;


-- stage: coefficients(weights)
-- What the counts over all sets of j features weigh in a hyperball of radius r.
--
-- With T_j the sum over these sets of the rows that agree outside them, the
-- ball holds the sum over j of (-1)^(r-j) * C(n-1-j, r-j) * T_j rows.
--
-- grain:  one row per (radius, n_dropped)
with weights as (
    select unnest($weights) as weight
)

select
    cast(weight.radius as integer) as radius,
    cast(weight.n_dropped as integer) as n_dropped,
    cast(weight.coefficient as bigint) as coefficient
from weights;


-- stage: balls
-- The rows in each hyperball by label, whichever way its centre was counted.
--
-- grain:  one row per (centre_id, radius, label_id) with rows in it
with counted as (
    select
        centres.centre_id,
        centres.radius,
        ball_parts.label_id,
        ball_parts.n_rows
    from centres
    inner join ball_parts
        on
            centres.centre_id = ball_parts.centre_id
            and centres.radius >= ball_parts.distance
    union all
    select
        centres.centre_id,
        centres.radius,
        set_parts.label_id,
        coefficients.coefficient * set_parts.n_rows as n_rows
    from centres
    inner join set_parts
        on centres.centre_id = set_parts.centre_id
    inner join coefficients
        on
            centres.radius = coefficients.radius
            and set_parts.n_dropped = coefficients.n_dropped
)

select
    centre_id,
    radius,
    label_id,
    cast(sum(n_rows) as bigint) as n_rows
from counted
group by centre_id, radius, label_id
having sum(n_rows) > 0;
