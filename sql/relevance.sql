-- Relevance: the experiment on synthetic tables, whose relevant features are known.
--
-- One drawn table has many labels and sizes at once: a smaller table is its
-- beginning, and all labels of a row are bits of one number. So rows are compared
-- once, and each label finds its counterfactuals among the pairs.

-- stage: synthetic_rows(n_rows, n_features, n_relevant, sizes, seed, repeat)
-- A synthetic table: features of three values drawn evenly, and several labels.
--
-- The labels are simple functions of the first features. For each number of
-- relevant features there are four, in the order of synthetic_outcomes: the sum
-- modulo 2 and modulo 3, whether it is above its mean, and the maximum. Drawn by a
-- hash, so that the same seed gives the same table everywhere; a table begins with
-- the smaller ones, and `size` is that of the smallest which has the row.
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

labelled as (
    select
        row_id,
        digits,
        flatten(
            list_transform(
                list_transform($n_relevant, lambda n: list_slice(digits, 1, n)),
                lambda part: [
                    list_sum(part) % 2,
                    list_sum(part) % 3,
                    cast(list_sum(part) > len(part) as bigint),
                    list_max(part)
                ]
            )
        ) as labels
    from drawn
)

select
    row_id,
    list_min(list_filter($sizes, lambda size: size >= row_id)) as size,
    one_hot(digits) as code,
    one_hot(labels) as label_bits
from labelled;

-- stage: synthetic_outcomes(sizes, n_relevant, label_functions)
-- Each synthetic table: its rows, and the bits that its label has in label_bits.
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
-- grain:  one row per (from_id, size, own_bits)
with pairs as (
    select
        from_rows.row_id as from_id,
        to_rows.size,
        from_rows.label_bits & to_rows.label_bits as shared_bits,
        one_hot_distance(from_rows.code, to_rows.code) as distance
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
            and one_hot_distance(to_rows.code, reaches.code) <= reaches.reach
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
        one_hot_distance(reaches.code, near_rows.code) as distance
    from synthetic_rows as near_rows
    inner join reaches
        on
            near_rows.size = reaches.size
            and one_hot_distance(near_rows.code, reaches.code)
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
