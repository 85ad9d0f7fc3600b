-- Rank: power, disagreement sets, ranks and metrics, for pairs of instances.

-- stage: measured_balls
-- Each hyperball with its size, what it holds of its centre's class, and its
-- centre.
-- grain:  one row per (centre_id, radius)
with class_sizes as (
    select
        label_id,
        sum(weight) as n_rows
    from population
    group by label_id
),

ball_sizes as (
    select
        centre_id,
        radius,
        cast(sum(n_rows) as bigint) as n_rows
    from balls
    group by centre_id, radius
)

select
    ball_sizes.centre_id,
    ball_sizes.radius,
    ball_sizes.n_rows as ball_size,
    like_centre.n_rows as n_like_centre,
    typicality(like_centre.n_rows, class_sizes.n_rows) as typicality,
    population.label_id,
    population.code
from ball_sizes
inner join population
    on ball_sizes.centre_id = population.instance_id
inner join class_sizes
    on population.label_id = class_sizes.label_id
inner join balls as like_centre
    on
        ball_sizes.centre_id = like_centre.centre_id
        and ball_sizes.radius = like_centre.radius
        and population.label_id = like_centre.label_id;

-- stage: measured_pairs
-- Each minimal counterfactual with what it changes and how large its hyperball is.
--
-- Staged before the rows like the asked one are looked up, or DuckDB joins every
-- pair with every label of its hyperball first.
-- grain:  one row per (from_id, to_id)
select
    minimal.from_id,
    minimal.to_id,
    minimal.distance,
    targets.label_id as from_label_id,
    measured_balls.label_id as to_label_id,
    disagreement(targets.code, measured_balls.code) as disagreement,
    measured_balls.ball_size,
    measured_balls.ball_size - measured_balls.n_like_centre as power,
    measured_balls.typicality
from minimal
inner join targets
    on minimal.from_id = targets.instance_id
inner join measured_balls
    on
        minimal.to_id = measured_balls.centre_id
        and minimal.distance = measured_balls.radius;

-- stage: disagreement_sets
-- The sets of features that some counterfactual changes, by name.
--
-- Pairs share them: there are few even where there are many pairs. `has_feature`
-- is generated from the layout of the features (cfsql/method/packing.py).
-- grain:  one row per disagreement
with distinct_sets as (
    select distinct disagreement
    from measured_pairs
)

select
    distinct_sets.disagreement,
    list(
        {
            feature_id: feature_bits.feature_id,
            feature: feature_bits.feature
        }
        order by feature_bits.feature_id
    ) as features
from distinct_sets
inner join feature_bits
    on has_feature(distinct_sets.disagreement, feature_bits.own_bit)
group by distinct_sets.disagreement;

-- stage: ranked_pairs(by, each)
-- The counterfactuals of each instance, with their rank.
--
-- Ties share a rank; with `each`, the counterfactuals of every label have ranks of
-- their own. The nearest come first.
-- grain:  one row per (from_id, to_id)
with counted_pairs as (
    select
        measured_pairs.*,
        case when $each then measured_pairs.to_label_id end as target_id,
        case
            when measured_pairs.from_label_id >= 0
                then universality(like_from.n_rows, measured_pairs.ball_size)
        end as universality,
        count(*) over (
            partition by
                measured_pairs.from_id,
                case when $each then measured_pairs.to_label_id end,
                measured_pairs.disagreement
        ) as dag_count
    from measured_pairs
    left join balls as like_from
        on
            measured_pairs.to_id = like_from.centre_id
            and measured_pairs.distance = like_from.radius
            and measured_pairs.from_label_id = like_from.label_id
)

select
    from_id,
    to_id,
    to_label_id,
    target_id,
    distance,
    distance = min(distance) over (partition by from_id, target_id)
        as is_minimal,
    disagreement,
    power,
    ball_size,
    typicality,
    capacity(power, ball_size) as capacity,
    universality,
    dag_count,
    cast(
        rank() over (
            partition by from_id, target_id
            order by
                distance asc,
                case when $by = 'dag' then dag_count else power end desc
        ) as bigint
    ) as pair_rank
from counted_pairs;

-- stage: instance_summaries
-- What there is to say of each instance that has a counterfactual.
--
-- Instances are numbered in the order of their representatives' row ids, so the
-- smallest to_id is the optimal counterfactual that is listed first.
-- grain:  one row per from_id
select
    from_id,
    min(distance) as min_distance,
    count(*) filter (where is_minimal) as n_minimal,
    count(*) filter (where pair_rank = 1) as n_optimal,
    min(to_id) filter (where pair_rank = 1) as optimal_to_id,
    max(power, 2) filter (where is_minimal) as best_powers
from ranked_pairs
group by from_id;

-- stage: target_summaries into instance_summaries
-- What there is to say of each instance, where every label is a target.
--
-- Powers are those of the nearest label's counterfactuals, of which the first is
-- listed first.
-- grain:  one row per from_id
with first_answers as (
    select
        from_id,
        arg_min(
            { to_id: to_id, to_label_id: to_label_id },
            { distance: distance, to_id: to_id }
        ) as answer
    from ranked_pairs
    where pair_rank = 1
    group by from_id
)

select
    ranked_pairs.from_id,
    min(ranked_pairs.distance) as min_distance,
    count(*) filter (where ranked_pairs.is_minimal) as n_minimal,
    count(*) filter (where ranked_pairs.pair_rank = 1) as n_optimal,
    any_value(first_answers.answer.to_id) as optimal_to_id,
    max(ranked_pairs.power, 2) filter (
        where
        ranked_pairs.is_minimal
        and ranked_pairs.to_label_id = first_answers.answer.to_label_id
    ) as best_powers
from ranked_pairs
inner join first_answers
    on ranked_pairs.from_id = first_answers.from_id
group by ranked_pairs.from_id;

-- stage: first_pairs
-- Of each instance, the optimal counterfactual that is listed first.
-- grain:  one row per from_id
select ranked_pairs.*
from ranked_pairs
inner join instance_summaries
    on
        ranked_pairs.from_id = instance_summaries.from_id
        and ranked_pairs.to_id = instance_summaries.optimal_to_id;

-- stage: diverse_pairs into ranked_pairs
-- Of the counterfactuals that change the same features, the best.
-- grain:  one row per (from_id, target_id, disagreement)
select ranked_pairs.*
from ranked_pairs
qualify
    row_number() over (
        partition by
            ranked_pairs.from_id,
            ranked_pairs.target_id,
            ranked_pairs.disagreement
        order by ranked_pairs.pair_rank asc, ranked_pairs.to_id asc
    ) = 1;
