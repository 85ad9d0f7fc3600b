-- Experiments: the paper's protocols, on many samples at a time.
--
-- A sample is a table of its own, and its elements are numbered over all samples:
-- cases of one sample are compared, and later queries need no more of an element than
-- its number. Each minimal counterfactual is measured by its hyperball; what an
-- experiment asks of the elements is averaged, sample by sample.

-- stage: drawn_rows(sample, seed, first_repeat, last_repeat)
-- The samples of some repeats: each is a table of its own.
--
-- Drawn by a hash of seed, repeat and row id, so that the same seed gives the
-- same rows on every machine, engine and number of threads.
-- grain:  one row per (repeat_id, row_id)
with repeats as (
    select unnest(generate_series($first_repeat, $last_repeat)) as repeat_id
)

select
    repeats.repeat_id,
    cases.row_id,
    cases.instance_id
from repeats
cross join cases
qualify
    row_number() over (
        partition by repeats.repeat_id
        order by
            md5(concat($seed, ':', repeats.repeat_id, ':', cases.row_id)),
            cases.row_id
    ) <= $sample;

-- stage: drawn_instances
-- The samples as elements: equal rows of a sample are one, with a weight.
-- grain:  one row per element_id, and per (repeat_id, instance_id)
select
    -- A number of its own for each: no table has as many instances.
    (drawn_rows.repeat_id << 32) + drawn_rows.instance_id as element_id,
    drawn_rows.repeat_id,
    instances.label_id,
    instances.code,
    count(*) as weight,
    min(drawn_rows.row_id) as row_id
from drawn_rows
inner join instances
    on drawn_rows.instance_id = instances.instance_id
group by
    drawn_rows.repeat_id,
    drawn_rows.instance_id,
    instances.label_id,
    instances.code;

-- stage: distance_counts
-- How many cases of a sample with another label are at which distance.
-- grain:  one row per (from_id, distance)
with pairs as (
    select
        drawn_instances.element_id as from_id,
        other_instances.weight,
        hamming(drawn_instances.code, other_instances.code) as distance
    from drawn_instances
    inner join drawn_instances as other_instances
        on drawn_instances.repeat_id = other_instances.repeat_id
    where drawn_instances.label_id <> other_instances.label_id
)

select
    from_id,
    distance,
    cast(sum(weight) as bigint) as n_rows
from pairs
where distance >= 1
group by from_id, distance;

-- stage: minimal
-- The minimal counterfactuals of each element within its sample.
-- grain:  one row per (from_id, to_id)
with nearest as (
    select
        from_id,
        min(distance) as distance
    from distance_counts
    group by from_id
),

seekers as (
    select
        nearest.*,
        drawn_instances.repeat_id,
        drawn_instances.label_id,
        drawn_instances.code
    from nearest
    inner join drawn_instances
        on nearest.from_id = drawn_instances.element_id
)

select
    seekers.from_id,
    drawn_instances.element_id as to_id,
    seekers.distance
from drawn_instances
inner join seekers
    on
        drawn_instances.repeat_id = seekers.repeat_id
        and drawn_instances.label_id <> seekers.label_id
        and hamming(drawn_instances.code, seekers.code) = seekers.distance;

-- stage: ball_parts
-- How many cases of each label are at which distance from a centre, out to the
-- largest radius that it has.
-- grain:  one row per (centre_id, distance, label_id)
with radii as (
    select
        to_id as centre_id,
        max(distance) as radius
    from minimal
    group by to_id
),

centres as (
    select
        radii.*,
        drawn_instances.repeat_id,
        drawn_instances.code
    from radii
    inner join drawn_instances
        on radii.centre_id = drawn_instances.element_id
),

pairs as (
    select
        centres.centre_id,
        centres.radius,
        drawn_instances.label_id,
        drawn_instances.weight,
        hamming(centres.code, drawn_instances.code) as distance
    from drawn_instances
    inner join centres
        on drawn_instances.repeat_id = centres.repeat_id
)

select
    centre_id,
    distance,
    label_id,
    cast(sum(weight) as bigint) as n_rows
from pairs
where distance <= radius
group by centre_id, distance, label_id;

-- stage: balls
-- Each hyperball, for each label that it was found from: its cases, those with the
-- centre's label, those with that label, and the size of the centre's class.
-- grain:  one row per (centre_id, radius, from_label_id)
with radii as (
    select distinct
        minimal.to_id as centre_id,
        minimal.distance as radius,
        drawn_instances.label_id as from_label_id
    from minimal
    inner join drawn_instances
        on minimal.from_id = drawn_instances.element_id
),

class_sizes as (
    select
        repeat_id,
        label_id,
        sum(weight) as n_rows
    from drawn_instances
    group by repeat_id, label_id
)

select
    radii.centre_id,
    radii.radius,
    radii.from_label_id,
    cast(sum(ball_parts.n_rows) as bigint) as ball_size,
    total(ball_parts.n_rows, ball_parts.label_id = centres.label_id)
        as n_like_centre,
    total(ball_parts.n_rows, ball_parts.label_id = radii.from_label_id)
        as n_like_from,
    any_value(class_sizes.n_rows) as class_size
from radii
inner join drawn_instances as centres
    on radii.centre_id = centres.element_id
inner join ball_parts
    on
        radii.centre_id = ball_parts.centre_id
        and radii.radius >= ball_parts.distance
inner join class_sizes
    on
        centres.repeat_id = class_sizes.repeat_id
        and centres.label_id = class_sizes.label_id
group by radii.centre_id, radii.radius, radii.from_label_id;

-- stage: ranked_pairs(seed)
-- Each minimal counterfactual with its power and metrics, in two orders: the best
-- first, and as they are drawn.
--
-- Shares are decimals: their sums do not depend on the order in which threads
-- come to them.
-- grain:  one row per (from_id, to_id)
with measured as (
    select
        minimal.from_id,
        from_instances.repeat_id,
        from_instances.row_id as from_row,
        to_instances.row_id as to_row,
        balls.ball_size - balls.n_like_centre as power,
        {
            typicality: cast(
                typicality(balls.n_like_centre, balls.class_size)
                as decimal(38, 18)
            ),
            capacity: cast(
                capacity(balls.ball_size - balls.n_like_centre, balls.ball_size)
                as decimal(38, 18)
            ),
            universality: cast(
                universality(
                    coalesce(balls.n_like_from, 0), balls.ball_size
                )
                as decimal(38, 18)
            )
        } as metrics
    from minimal
    inner join drawn_instances as from_instances
        on minimal.from_id = from_instances.element_id
    inner join drawn_instances as to_instances
        on minimal.to_id = to_instances.element_id
    inner join balls
        on
            minimal.to_id = balls.centre_id
            and minimal.distance = balls.radius
            and from_instances.label_id = balls.from_label_id
)

select
    from_id,
    power,
    metrics,
    row_number() over (
        partition by from_id
        order by power desc, to_row asc
    ) as place,
    row_number() over (
        partition by from_id
        order by
            md5(concat($seed, ':', repeat_id, ':', from_row, ':', to_row)) asc,
            to_row asc
    ) as draw
from measured;

-- stage: elements(random)
-- Each element of a sample: how many minimal counterfactuals it has, the gap, and
-- the metrics of the optimal one and of one drawn at random.
--
-- The optimal one is that which is listed first. `remaining` draws from the
-- others, and so for elements that have any.
-- grain:  one row per element_id
with chosen as (
    select
        from_id,
        count(*) as n_minimal,
        max(power) as best_power,
        max(power) filter (where place = 2) as second_power,
        arg_min(metrics, place) as optimal,
        arg_min(metrics, draw) filter (where place > 1 or $random = 'any')
            as random
    from ranked_pairs
    group by from_id
)

select
    drawn_instances.element_id,
    drawn_instances.repeat_id,
    drawn_instances.weight,
    coalesce(chosen.n_minimal, 0) as n_minimal,
    chosen.n_minimal = 1
    or chosen.best_power > chosen.second_power as is_unique,
    cast(
        gap(chosen.best_power, chosen.second_power) as decimal(38, 18)
    ) as gap,
    chosen.optimal,
    chosen.random
from drawn_instances
left join chosen
    on drawn_instances.element_id = chosen.from_id;

-- fetch: hamming
-- Counterfactual rows at each distance, and minimal counterfactuals, per element.
-- grain:  one row per (repeat_id, measure)
with sizes as (
    select
        repeat_id,
        sum(weight) as n_elements,
        sum(weight * n_minimal) as n_minimal
    from elements
    group by repeat_id
),

counts as (
    select
        elements.repeat_id,
        distance_counts.distance,
        sum(elements.weight * distance_counts.n_rows) as n_rows
    from distance_counts
    inner join elements
        on distance_counts.from_id = elements.element_id
    group by elements.repeat_id, distance_counts.distance
)

select
    sizes.repeat_id,
    concat('at_distance_', features.feature_id) as measure,
    coalesce(counts.n_rows, 0) / sizes.n_elements as value
from sizes
cross join features
left join counts
    on
        sizes.repeat_id = counts.repeat_id
        and features.feature_id = counts.distance
union all
select
    repeat_id,
    'n_minimal' as measure,
    n_minimal / n_elements as value
from sizes;

-- fetch: unique
-- The share of elements with a unique optimal counterfactual.
-- grain:  one row per (repeat_id, measure)
select
    repeat_id,
    'unique_share' as measure,
    total(weight, is_unique) / sum(weight) as value
from elements
group by repeat_id;

-- fetch: gap
-- The mean gap over the elements with two or more minimal counterfactuals, and
-- over those of them that have a unique optimal one.
-- grain:  one row per (repeat_id, measure)
with gaps as (
    select
        repeat_id,
        weight,
        unnest(['gap_all', 'gap_unique']) as measure,
        unnest([gap, case when is_unique then gap end]) as gap
    from elements
    where n_minimal >= 2
)

select
    repeat_id,
    measure,
    sum(weight * gap) / sum(weight) as value
from gaps
where gap is not null
group by repeat_id, measure;

-- fetch: metrics
-- The mean metrics of the optimal counterfactual and of the one drawn at random,
-- over the elements for which one was drawn.
-- grain:  one row per (repeat_id, measure)
with shares as (
    select
        repeat_id,
        weight,
        unnest(
            [
                'typicality_optimal',
                'typicality_random',
                'capacity_optimal',
                'capacity_random',
                'universality_optimal',
                'universality_random'
            ]
        ) as measure,
        unnest(
            [
                optimal['typicality'],
                random['typicality'],
                optimal['capacity'],
                random['capacity'],
                optimal['universality'],
                random['universality']
            ]
        ) as share
    from elements
    where random is not null
)

select
    repeat_id,
    measure,
    sum(weight * share) / sum(weight) as value
from shares
group by repeat_id, measure;

-- stage: measurements(measurements)
-- What was measured in each repeat, as it is given.
-- grain:  one row per (experiment, table_name, repeat, measure)
select
    unnest(
        cast(
            $measurements as struct(
                experiment varchar,
                table_name varchar,
                repeat bigint,
                measure varchar,
                value double
            )[]
        ),
        recursive := true
    );

-- stage: summaries(sample_sizes, seed)
-- Each measure over all repeats.
--
-- The interval is that of the mean, at 95 %. Sums go in the order of the repeats,
-- so that they come out the same everywhere.
-- grain:  one row per (experiment, table_name, measure)
with sizes as (
    select
        unnest(
            cast(
                $sample_sizes as struct(
                    experiment varchar, table_name varchar, sample_size bigint
                )[]
            ),
            recursive := true
        )
),

spread as (
    select
        experiment,
        table_name,
        measure,
        list_avg(list(value order by repeat)) as mean,
        list_stddev_samp(list(value order by repeat)) as sd,
        count(*) as n_repeats
    from measurements
    group by experiment, table_name, measure
)

select
    spread.experiment,
    spread.table_name,
    spread.measure,
    spread.mean,
    spread.sd,
    spread.mean - 1.96 * spread.sd / sqrt(spread.n_repeats) as ci_low,
    spread.mean + 1.96 * spread.sd / sqrt(spread.n_repeats) as ci_high,
    spread.n_repeats,
    sizes.sample_size,
    cast($seed as bigint) as seed
from spread
inner join sizes
    on
        spread.experiment = sizes.experiment
        and spread.table_name = sizes.table_name;

-- store: experiment_results
-- Each measure of each repeat, as it is kept in cf.experiment_results.
-- grain:  one row per (experiment, table_name, repeat, measure)
select *
from measurements
order by experiment, table_name, repeat, measure;

-- store: experiment_summary
-- Each measure over all repeats, as it is kept in cf.experiment_summary.
-- grain:  one row per (experiment, table_name, measure)
select *
from summaries
order by experiment, table_name, measure;
