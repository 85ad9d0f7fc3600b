-- Rank: power, disagreement sets, ranks and metrics, for pairs of instances.

-- stage: measured_balls
-- Each hyperball with its size, what it holds of other classes than its centre's,
-- and its centre.
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
        balls.centre_id,
        balls.radius,
        cast(sum(balls.n_rows) as bigint) as n_rows,
        total(balls.n_rows, balls.label_id = population.label_id) as n_like
    from balls
    inner join population
        on balls.centre_id = population.instance_id
    group by balls.centre_id, balls.radius
)

select
    ball_sizes.centre_id,
    ball_sizes.radius,
    ball_sizes.n_rows as ball_size,
    ball_sizes.n_rows - ball_sizes.n_like as power,
    typicality(ball_sizes.n_like, class_sizes.n_rows) as typicality,
    population.label_id,
    population.code
from ball_sizes
inner join population
    on ball_sizes.centre_id = population.instance_id
inner join class_sizes
    on population.label_id = class_sizes.label_id;

-- stage: measured_pairs(n_targets)
-- Each minimal counterfactual with what it changes and how large its hyperball is.
--
-- What is asked of an instance is one question, or one for each label that is a
-- target: `n_targets` is 1 then, or the number of labels.
--
-- Staged before the rows like the asked one are looked up, or DuckDB joins every
-- pair with every label of its hyperball first.
-- grain:  one row per (from_id, to_id)
select
    minimal.from_id,
    minimal.to_id,
    minimal.distance,
    targets.label_id as from_label_id,
    minimal.from_id * $n_targets + measured_balls.label_id % $n_targets
        as question_id,
    disagreement(targets.code, measured_balls.code) as disagreement,
    measured_balls.power,
    measured_balls.ball_size,
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

-- stage: ranked_pairs(by)
-- The counterfactuals of each instance, with their rank.
--
-- Ties share a rank; each question has ranks of its own. The nearest come first.
-- Pairs with the same changes are counted by groups and not in a window, which would
-- sort them once more.
-- grain:  one row per (from_id, to_id)
with same_changes as (
    select
        question_id,
        disagreement,
        count(*) as n_pairs
    from measured_pairs
    group by question_id, disagreement
)

select
    measured_pairs.from_id,
    measured_pairs.to_id,
    measured_pairs.question_id,
    measured_pairs.distance,
    measured_pairs.disagreement,
    measured_pairs.power,
    measured_pairs.ball_size,
    measured_pairs.typicality,
    case
        when measured_pairs.from_label_id >= 0
            then universality(like_from.n_rows, measured_pairs.ball_size)
    end as universality,
    same_changes.n_pairs as dag_count,
    cast(
        rank() over (
            partition by measured_pairs.question_id
            order by
                measured_pairs.distance asc,
                case
                    when $by = 'dag' then same_changes.n_pairs
                    else measured_pairs.power
                end desc
        ) as bigint
    ) as pair_rank
from measured_pairs
inner join same_changes
    on
        measured_pairs.question_id = same_changes.question_id
        and measured_pairs.disagreement = same_changes.disagreement
left join balls as like_from
    on
        measured_pairs.to_id = like_from.centre_id
        and measured_pairs.distance = like_from.radius
        and measured_pairs.from_label_id = like_from.label_id;

-- view: nearest_pairs
-- Of the counterfactuals at several distances, the minimal ones.
-- grain:  one row per (from_id, to_id)
select ranked_pairs.*
from ranked_pairs
qualify
    rank() over (
        partition by ranked_pairs.question_id
        order by ranked_pairs.distance asc
    ) = 1;

-- stage: instance_summaries
-- What there is to say of each instance that has a counterfactual.
--
-- Instances are numbered in the order of their representatives' row ids, so the
-- smallest to_id is the optimal counterfactual that is listed first.
-- grain:  one row per from_id
select
    from_id,
    min(distance) as min_distance,
    count(*) as n_minimal,
    count(*) filter (where pair_rank = 1) as n_optimal,
    min(to_id) filter (where pair_rank = 1) as optimal_to_id,
    arg_min(disagreement, to_id) filter (where pair_rank = 1)
        as optimal_disagreement,
    max(power, 2) as best_powers
from nearest_pairs
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
            {
                to_id: to_id,
                disagreement: disagreement,
                question_id: question_id
            },
            { distance: distance, to_id: to_id }
        ) as answer
    from nearest_pairs
    where pair_rank = 1
    group by from_id
)

select
    nearest_pairs.from_id,
    min(nearest_pairs.distance) as min_distance,
    count(*) as n_minimal,
    count(*) filter (where nearest_pairs.pair_rank = 1) as n_optimal,
    any_value(first_answers.answer.to_id) as optimal_to_id,
    any_value(first_answers.answer.disagreement) as optimal_disagreement,
    max(nearest_pairs.power, 2) filter (
        where nearest_pairs.question_id = first_answers.answer.question_id
    ) as best_powers
from nearest_pairs
inner join first_answers
    on nearest_pairs.from_id = first_answers.from_id
group by nearest_pairs.from_id;

-- view: first_pairs
-- Of each instance, the optimal counterfactual that is listed first.
-- grain:  one row per from_id
select
    from_id,
    optimal_to_id as to_id,
    optimal_disagreement as disagreement
from instance_summaries;

-- stage: diverse_pairs into ranked_pairs
-- Of the counterfactuals that change the same features, the best.
-- grain:  one row per (question_id, disagreement)
select ranked_pairs.*
from ranked_pairs
qualify
    row_number() over (
        partition by ranked_pairs.question_id, ranked_pairs.disagreement
        order by ranked_pairs.pair_rank asc, ranked_pairs.to_id asc
    ) = 1;
