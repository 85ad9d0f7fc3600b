-- Experiments: the paper's protocols, on many samples at a time.

-- stage: drawn_rows(sample, seed, first_repeat, last_repeat)
-- The samples of some repeats: each is a table of its own.
--
-- Drawn by a hash of seed, repeat and row id, so that the same seed gives the
-- same rows on every machine, engine and number of threads.
--
-- grain:  one row per (repeat_id, row_id)
with repeats as (
    select unnest(generate_series($first_repeat, $last_repeat)) as repeat_id
),

draws as (
    select
        repeats.repeat_id,
        cases.row_id,
        cases.instance_id,
        row_number() over (
            partition by repeats.repeat_id
            order by
                md5(concat($seed, ':', repeats.repeat_id, ':', cases.row_id)),
                cases.row_id
        ) as draw
    from repeats
    cross join cases
)

select
    repeat_id,
    row_id,
    instance_id
from draws
where draw <= $sample;


-- stage: drawn_instances
-- The samples as instances: equal rows of a sample are one, with a weight.
--
-- grain:  one row per (repeat_id, instance_id)
select
    drawn_rows.repeat_id,
    drawn_rows.instance_id,
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
--
-- grain:  one row per (repeat_id, from_id, distance)
with pairs as (
    select
        drawn_instances.repeat_id,
        drawn_instances.instance_id as from_id,
        other_instances.weight,
        hamming(drawn_instances.code, other_instances.code) as distance
    from drawn_instances
    inner join drawn_instances as other_instances
        on drawn_instances.repeat_id = other_instances.repeat_id
    where drawn_instances.label_id <> other_instances.label_id
)

select
    repeat_id,
    from_id,
    distance,
    cast(sum(weight) as bigint) as n_rows
from pairs
where distance >= 1
group by repeat_id, from_id, distance;


-- stage: nearest
-- The distance of each element's minimal counterfactuals within its sample.
--
-- grain:  one row per (repeat_id, from_id)
select
    repeat_id,
    from_id,
    min(distance) as distance
from distance_counts
group by repeat_id, from_id;


-- stage: minimal
-- The minimal counterfactuals of each element within its sample.
--
-- grain:  one row per (repeat_id, from_id, to_id)
with seekers as (
    select
        nearest.repeat_id,
        nearest.from_id,
        nearest.distance,
        drawn_instances.label_id,
        drawn_instances.code
    from nearest
    inner join drawn_instances
        on
            nearest.repeat_id = drawn_instances.repeat_id
            and nearest.from_id = drawn_instances.instance_id
)

select
    seekers.repeat_id,
    seekers.from_id,
    drawn_instances.instance_id as to_id,
    seekers.distance
from drawn_instances
inner join seekers
    on
        drawn_instances.repeat_id = seekers.repeat_id
        and drawn_instances.label_id <> seekers.label_id
        and hamming(drawn_instances.code, seekers.code) = seekers.distance;


-- stage: centres
-- The hyperballs to count, each out to its largest radius.
--
-- grain:  one row per (repeat_id, centre_id)
with radii as (
    select
        repeat_id,
        to_id as centre_id,
        max(distance) as radius
    from minimal
    group by repeat_id, to_id
)

select
    radii.repeat_id,
    radii.centre_id,
    radii.radius,
    drawn_instances.label_id,
    drawn_instances.code
from radii
inner join drawn_instances
    on
        radii.repeat_id = drawn_instances.repeat_id
        and radii.centre_id = drawn_instances.instance_id;


-- stage: ball_parts
-- How many cases of each label are at which distance from a centre.
--
-- grain:  one row per (repeat_id, centre_id, distance, label_id)
with pairs as (
    select
        centres.repeat_id,
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
    repeat_id,
    centre_id,
    distance,
    label_id,
    cast(sum(weight) as bigint) as n_rows
from pairs
where distance <= radius
group by repeat_id, centre_id, distance, label_id;


-- stage: balls
-- Each hyperball: its cases, those with the centre's label, and its typicality.
--
-- grain:  one row per (repeat_id, centre_id, radius)
with radii as (
    select distinct
        repeat_id,
        to_id as centre_id,
        distance as radius
    from minimal
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
    radii.repeat_id,
    radii.centre_id,
    radii.radius,
    cast(sum(ball_parts.n_rows) as bigint) as ball_size,
    cast(
        sum(ball_parts.n_rows) filter (
            where ball_parts.label_id = centres.label_id
        ) as bigint
    ) as n_like_centre,
    any_value(class_sizes.n_rows) as class_size
from radii
inner join centres
    on
        radii.repeat_id = centres.repeat_id
        and radii.centre_id = centres.centre_id
inner join ball_parts
    on
        radii.repeat_id = ball_parts.repeat_id
        and radii.centre_id = ball_parts.centre_id
        and radii.radius >= ball_parts.distance
inner join class_sizes
    on
        centres.repeat_id = class_sizes.repeat_id
        and centres.label_id = class_sizes.label_id
group by radii.repeat_id, radii.centre_id, radii.radius;


-- stage: like_counts
-- For each label that a hyperball was found from, its cases in the ball.
--
-- grain:  one row per (repeat_id, centre_id, radius, label_id)
with wanted as (
    select distinct
        minimal.repeat_id,
        minimal.to_id as centre_id,
        minimal.distance as radius,
        drawn_instances.label_id
    from minimal
    inner join drawn_instances
        on
            minimal.repeat_id = drawn_instances.repeat_id
            and minimal.from_id = drawn_instances.instance_id
)

select
    wanted.repeat_id,
    wanted.centre_id,
    wanted.radius,
    wanted.label_id,
    cast(sum(ball_parts.n_rows) as bigint) as n_rows
from wanted
inner join ball_parts
    on
        wanted.repeat_id = ball_parts.repeat_id
        and wanted.centre_id = ball_parts.centre_id
        and wanted.label_id = ball_parts.label_id
        and wanted.radius >= ball_parts.distance
group by
    wanted.repeat_id, wanted.centre_id, wanted.radius, wanted.label_id;


-- stage: ranked_pairs(seed)
-- Each minimal counterfactual with its power and metrics, in two orders: the best
-- first, and as they are drawn.
--
-- Shares are decimals: their sums do not depend on the order in which threads
-- come to them.
--
-- grain:  one row per (repeat_id, from_id, to_id)
with measured as (
    select
        minimal.repeat_id,
        minimal.from_id,
        minimal.to_id,
        from_instances.weight,
        from_instances.row_id as from_row,
        to_instances.row_id as to_row,
        balls.ball_size - balls.n_like_centre as power,
        cast(
            typicality(balls.n_like_centre, balls.class_size)
            as decimal(38, 18)
        ) as typicality,
        cast(
            capacity(balls.ball_size - balls.n_like_centre, balls.ball_size)
            as decimal(38, 18)
        ) as capacity,
        cast(
            universality(like_counts.n_rows, balls.ball_size)
            as decimal(38, 18)
        ) as universality
    from minimal
    inner join drawn_instances as from_instances
        on
            minimal.repeat_id = from_instances.repeat_id
            and minimal.from_id = from_instances.instance_id
    inner join drawn_instances as to_instances
        on
            minimal.repeat_id = to_instances.repeat_id
            and minimal.to_id = to_instances.instance_id
    inner join balls
        on
            minimal.repeat_id = balls.repeat_id
            and minimal.to_id = balls.centre_id
            and minimal.distance = balls.radius
    inner join like_counts
        on
            minimal.repeat_id = like_counts.repeat_id
            and minimal.to_id = like_counts.centre_id
            and minimal.distance = like_counts.radius
            and from_instances.label_id = like_counts.label_id
)

select
    repeat_id,
    from_id,
    to_id,
    weight,
    power,
    typicality,
    capacity,
    universality,
    row_number() over (
        partition by repeat_id, from_id
        order by power desc, to_row asc
    ) as place,
    row_number() over (
        partition by repeat_id, from_id
        order by
            md5(concat($seed, ':', repeat_id, ':', from_row, ':', to_row)) asc,
            to_row asc
    ) as draw
from measured;


-- stage: elements(random)
-- Each element of a sample: how many minimal counterfactuals it has, the powers
-- of the two best, and the metrics of the optimal one and of one drawn at random.
--
-- The optimal one is that which is listed first. `remaining` draws from the
-- others, and so for elements that have any.
--
-- grain:  one row per (repeat_id, from_id)
with chosen as (
    select
        repeat_id,
        from_id,
        count(*) as n_minimal,
        max(power) as best_power,
        max(power) filter (where place = 2) as second_power,
        arg_min(to_id, place) as optimal_id,
        case
            when $random = 'any' then arg_min(to_id, draw)
            else arg_min(to_id, draw) filter (where place > 1)
        end as random_id
    from ranked_pairs
    group by repeat_id, from_id
)

select
    drawn_instances.repeat_id,
    drawn_instances.instance_id as from_id,
    drawn_instances.weight,
    coalesce(chosen.n_minimal, 0) as n_minimal,
    chosen.n_minimal = 1
    or chosen.best_power > chosen.second_power as is_unique,
    cast(
        gap(chosen.best_power, chosen.second_power) as decimal(38, 18)
    ) as gap,
    optimal_pairs.typicality as typicality_optimal,
    optimal_pairs.capacity as capacity_optimal,
    optimal_pairs.universality as universality_optimal,
    random_pairs.typicality as typicality_random,
    random_pairs.capacity as capacity_random,
    random_pairs.universality as universality_random
from drawn_instances
left join chosen
    on
        drawn_instances.repeat_id = chosen.repeat_id
        and drawn_instances.instance_id = chosen.from_id
left join ranked_pairs as optimal_pairs
    on
        chosen.repeat_id = optimal_pairs.repeat_id
        and chosen.from_id = optimal_pairs.from_id
        and chosen.optimal_id = optimal_pairs.to_id
left join ranked_pairs as random_pairs
    on
        chosen.repeat_id = random_pairs.repeat_id
        and chosen.from_id = random_pairs.from_id
        and chosen.random_id = random_pairs.to_id;


-- fetch: hamming
-- Counterfactual rows at each distance, and minimal counterfactuals, per element.
--
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
        distance_counts.repeat_id,
        distance_counts.distance,
        sum(drawn_instances.weight * distance_counts.n_rows) as n_rows
    from distance_counts
    inner join drawn_instances
        on
            distance_counts.repeat_id = drawn_instances.repeat_id
            and distance_counts.from_id = drawn_instances.instance_id
    group by distance_counts.repeat_id, distance_counts.distance
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
--
-- grain:  one row per (repeat_id, measure)
select
    repeat_id,
    'unique_share' as measure,
    coalesce(sum(weight) filter (where is_unique), 0) / sum(weight) as value
from elements
group by repeat_id;


-- fetch: gap
-- The mean gap over the elements with two or more minimal counterfactuals, and
-- over those of them that have a unique optimal one.
--
-- grain:  one row per (repeat_id, measure)
select
    repeat_id,
    'gap_all' as measure,
    sum(weight * gap) / sum(weight) as value
from elements
where n_minimal >= 2
group by repeat_id
union all
select
    repeat_id,
    'gap_unique' as measure,
    sum(weight * gap) / sum(weight) as value
from elements
where n_minimal >= 2 and is_unique
group by repeat_id;


-- fetch: metrics
-- The mean metrics of the optimal counterfactual and of the one drawn at random,
-- over the elements for which one was drawn.
--
-- grain:  one row per (repeat_id, measure)
with means as (
    select
        repeat_id,
        sum(weight * typicality_optimal) / sum(weight) as typicality_optimal,
        sum(weight * typicality_random) / sum(weight) as typicality_random,
        sum(weight * capacity_optimal) / sum(weight) as capacity_optimal,
        sum(weight * capacity_random) / sum(weight) as capacity_random,
        sum(weight * universality_optimal) / sum(weight)
            as universality_optimal,
        sum(weight * universality_random) / sum(weight) as universality_random
    from elements
    where typicality_random is not null
    group by repeat_id
)

select
    repeat_id,
    measure,
    value
from means
unpivot (
    value for measure in (
        typicality_optimal,
        typicality_random,
        capacity_optimal,
        capacity_random,
        universality_optimal,
        universality_random
    )
);


-- stage: synthetic_rows(n_rows, n_features, n_relevant, sizes, seed, repeat)
-- A synthetic table: features of three values drawn evenly, and several labels.
--
-- The labels are simple functions of the first features. For each number of
-- relevant features there are four, in the order of synthetic_outcomes: the sum
-- modulo 2 and modulo 3, whether it is above its mean, and the maximum. Features
-- and labels take three bits each, of which one is set: two rows differ in half
-- as many features as bits. Drawn by a hash, so that the same seed gives the same
-- table everywhere; a table begins with the smaller ones, and `size` is that of
-- the smallest which has the row.
--
-- grain:  one row per row_id
with draws as (
    select
        row_id,
        md5_number_lower(concat($seed, ':', $repeat, ':', row_id)) as draw
    from unnest(generate_series(1, $n_rows)) as row_ids (row_id)
),

drawn as (
    select
        row_id,
        list_transform(
            generate_series(0, $n_features - 1),
            lambda place:
            cast(draw // cast(pow(3, place) as ubigint) % 3 as bigint)
        ) as digits
    from draws
),

relevant as (
    select
        row_id,
        digits,
        list_transform($n_relevant, lambda n: list_slice(digits, 1, n)) as parts
    from drawn
),

labelled as (
    select
        row_id,
        digits,
        flatten(
            list_transform(
                parts,
                lambda part: [
                    list_sum(part) % 2,
                    list_sum(part) % 3,
                    cast(list_sum(part) > len(part) as bigint),
                    list_max(part)
                ]
            )
        ) as labels
    from relevant
)

select
    row_id,
    list_min(list_filter($sizes, lambda size: size >= row_id)) as size,
    cast(
        list_sum(
            list_transform(
                generate_series(1, len(digits)),
                lambda place:
                cast(1 as bigint) << (3 * place - 3 + digits[place])
            )
        ) as bigint
    ) as code,
    cast(
        list_sum(
            list_transform(
                generate_series(1, len(labels)),
                lambda place:
                cast(1 as bigint) << (3 * place - 3 + labels[place])
            )
        ) as bigint
    ) as label_bits
from labelled;


-- stage: synthetic_outcomes(sizes, n_relevant, label_functions)
-- Each synthetic table: its rows, and the bits that its label has in label_bits.
--
-- grain:  one row per (size, n_relevant, label_function)
with label_places as (
    select
        n_place,
        function_place,
        $n_relevant[n_place] as n_relevant,
        $label_functions[function_place] as label_function
    from unnest(generate_series(1, len($n_relevant))) as n_places (n_place)
    cross join
        unnest(generate_series(1, len($label_functions)))
            as function_places (function_place)
)

select
    sizes.size,
    label_places.n_relevant,
    label_places.label_function,
    cast(7 as bigint) << (
        3 * (
            (label_places.n_place - 1) * len($label_functions)
            + label_places.function_place - 1
        )
    ) as own_bits
from label_places
cross join unnest($sizes) as sizes (size);


-- stage: synthetic_nearest(n_elements)
-- The distance of the minimal counterfactuals of the first rows of each table.
--
-- `shared_bits` are those that a row shares with all the others at a distance: it
-- has a counterfactual there unless its label is among them.
--
-- grain:  one row per (from_id, size, own_bits)
with pairs as (
    select
        from_rows.row_id as from_id,
        to_rows.size,
        from_rows.label_bits & to_rows.label_bits as shared_bits,
        bit_count(xor(from_rows.code, to_rows.code)) // 2 as distance
    from synthetic_rows as to_rows
    cross join synthetic_rows as from_rows
    where from_rows.row_id <= $n_elements
),

distances as (
    select
        from_id,
        size,
        distance,
        bit_and(shared_bits) as shared_bits
    from pairs
    where distance >= 1
    group by from_id, size, distance
)

select
    distances.from_id,
    synthetic_outcomes.size,
    synthetic_outcomes.own_bits,
    min(distances.distance) as distance
from distances
inner join synthetic_outcomes
    on
        distances.size <= synthetic_outcomes.size
        and distances.shared_bits & synthetic_outcomes.own_bits = 0
group by
    distances.from_id, synthetic_outcomes.size, synthetic_outcomes.own_bits;


-- stage: synthetic_minimal
-- The minimal counterfactuals of the first rows of each table.
--
-- A row is compared with no others than those that may be near enough: the larger
-- the table, the nearer the counterfactuals.
--
-- grain:  one row per (size, own_bits, from_id, to_id)
with reaches as (
    select
        synthetic_nearest.from_id,
        synthetic_nearest.size,
        from_rows.code,
        from_rows.label_bits,
        max(synthetic_nearest.distance) as reach
    from synthetic_nearest
    inner join synthetic_rows as from_rows
        on synthetic_nearest.from_id = from_rows.row_id
    group by
        synthetic_nearest.from_id,
        synthetic_nearest.size,
        from_rows.code,
        from_rows.label_bits
),

pairs as (
    select
        reaches.from_id,
        to_rows.row_id as to_id,
        to_rows.size,
        reaches.label_bits & to_rows.label_bits as shared_bits,
        xor(reaches.code, to_rows.code) as changed_bits
    from synthetic_rows as to_rows
    inner join reaches
        on
            to_rows.size = reaches.size
            and bit_count(xor(to_rows.code, reaches.code)) // 2 <= reaches.reach
)

select
    synthetic_nearest.size,
    synthetic_nearest.own_bits,
    synthetic_nearest.from_id,
    pairs.to_id,
    synthetic_nearest.distance,
    pairs.changed_bits
from synthetic_nearest
inner join pairs
    on
        synthetic_nearest.from_id = pairs.from_id
        and synthetic_nearest.size >= pairs.size
        and synthetic_nearest.distance = bit_count(pairs.changed_bits) // 2
        and synthetic_nearest.own_bits & pairs.shared_bits = 0;


-- stage: synthetic_powers
-- The counterfactual power of each minimal counterfactual, by its hyperball.
--
-- grain:  one row per (size, own_bits, centre_id, radius)
with balls as (
    select distinct
        size,
        own_bits,
        to_id as centre_id,
        distance as radius
    from synthetic_minimal
),

sizes as (
    select distinct size
    from synthetic_outcomes
),

reaches as (
    select
        sizes.size,
        balls.centre_id,
        centres.code,
        centres.label_bits,
        max(balls.radius) as reach
    from balls
    inner join synthetic_rows as centres
        on balls.centre_id = centres.row_id
    inner join sizes
        on balls.size >= sizes.size
    group by sizes.size, balls.centre_id, centres.code, centres.label_bits
),

pairs as (
    select
        reaches.centre_id,
        near_rows.size,
        reaches.label_bits & near_rows.label_bits as shared_bits,
        bit_count(xor(reaches.code, near_rows.code)) // 2 as distance
    from synthetic_rows as near_rows
    inner join reaches
        on
            near_rows.size = reaches.size
            and bit_count(xor(near_rows.code, reaches.code)) // 2
            <= reaches.reach
)

select
    balls.size,
    balls.own_bits,
    balls.centre_id,
    balls.radius,
    count(*) as power
from balls
inner join pairs
    on
        balls.centre_id = pairs.centre_id
        and balls.size >= pairs.size
        and balls.radius >= pairs.distance
        and balls.own_bits & pairs.shared_bits = 0
group by balls.size, balls.own_bits, balls.centre_id, balls.radius;


-- fetch: relevance
-- Of the relevant features, the share that the optimal counterfactual changes, on
-- average over the rows that have one; the optimal one is that listed first.
--
-- grain:  one row per (size, n_relevant, label_function)
with optimal as (
    select
        minimal.size,
        minimal.own_bits,
        minimal.from_id,
        arg_max(
            minimal.changed_bits,
            { power: powers.power, earlier: -minimal.to_id }
        ) as changed_bits
    from synthetic_minimal as minimal
    inner join synthetic_powers as powers
        on
            minimal.size = powers.size
            and minimal.own_bits = powers.own_bits
            and minimal.to_id = powers.centre_id
            and minimal.distance = powers.radius
    group by minimal.size, minimal.own_bits, minimal.from_id
)

select
    concat(
        'relevant_share_', outcomes.label_function, '_', outcomes.n_relevant,
        '_of_', outcomes.size
    ) as measure,
    sum(
        bit_count(
            optimal.changed_bits
            & ((cast(1 as bigint) << (3 * outcomes.n_relevant)) - 1)
        ) // 2
    ) / (count(*) * outcomes.n_relevant) as value
from optimal
inner join synthetic_outcomes as outcomes
    on
        optimal.size = outcomes.size
        and optimal.own_bits = outcomes.own_bits
group by outcomes.size, outcomes.n_relevant, outcomes.label_function;


-- stage: measurements(measurements)
-- What was measured in each repeat, as it is given.
--
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
--
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

listed as (
    select
        experiment,
        table_name,
        measure,
        list(value order by repeat) as measured
    from measurements
    group by experiment, table_name, measure
),

spread as (
    select
        experiment,
        table_name,
        measure,
        list_avg(measured) as mean,
        list_stddev_samp(measured) as sd,
        len(measured) as n_repeats
    from listed
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
-- Each measure of each repeat, as it is kept in cfsql.experiment_results.
--
-- grain:  one row per (experiment, table_name, repeat, measure)
select
    experiment,
    table_name,
    repeat,
    measure,
    value
from measurements
order by experiment, table_name, repeat, measure;


-- store: experiment_summary
-- Each measure over all repeats, as it is kept in cfsql.experiment_summary.
--
-- grain:  one row per (experiment, table_name, measure)
select
    experiment,
    table_name,
    measure,
    mean,
    sd,
    ci_low,
    ci_high,
    n_repeats,
    sample_size,
    seed
from summaries
order by experiment, table_name, measure;
