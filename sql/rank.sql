-- Rank: power, disagreement sets and ranks, for pairs of instances.

-- stage: class_sizes
-- The rows of each class.
-- grain:  one row per label_id
select
    label_id,
    cast(sum(weight) as bigint) as n_rows
from population
group by label_id;

-- stage: measured_balls
-- Each hyperball with its size, what it holds of other classes than its centre's,
-- and its centre.
-- grain:  one row per (centre_id, radius)
with ball_sizes as (
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
    population.label_id,
    population.code
from ball_sizes
inner join population
    on ball_sizes.centre_id = population.instance_id;

-- view: label_balls
-- Each hyperball, and its rows of each class but its centre's.
-- grain:  one row per (centre_id, radius, label_id) with rows in it
select
    balls.centre_id,
    balls.radius,
    balls.label_id,
    balls.n_rows,
    measured_balls.power,
    measured_balls.ball_size
from balls
inner join measured_balls
    on
        balls.centre_id = measured_balls.centre_id
        and balls.radius = measured_balls.radius
where balls.label_id <> measured_balls.label_id;

-- stage: measured_pairs(n_targets)
-- Each minimal counterfactual with what it changes, and its power.
--
-- What is asked of an instance is one question, or one for each label that is a
-- target: `n_targets` is 1 then, or the number of labels.
-- grain:  one row per (from_id, to_id)
select
    minimal.from_id,
    minimal.to_id,
    minimal.distance,
    minimal.from_id * $n_targets + measured_balls.label_id % $n_targets
        as question_id,
    disagreement(targets.code, measured_balls.code) as disagreement,
    measured_balls.power
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

-- view: by_power into merits
-- The pairs, the better the greater their power.
-- grain:  one row per (from_id, to_id)
select
    measured_pairs.*,
    measured_pairs.power as merit
from measured_pairs;

-- view: by_dag into merits
-- The pairs, the better the more pairs of their question have the same changes.
-- grain:  one row per (from_id, to_id)
select
    measured_pairs.*,
    count(*) over (
        partition by measured_pairs.question_id, measured_pairs.disagreement
    ) as merit
from measured_pairs;

-- view: nearest_pairs
-- Of the counterfactuals at several distances, the minimal ones.
-- grain:  one row per (from_id, to_id)
select merits.*
from merits
qualify
    rank() over (
        partition by merits.question_id
        order by merits.distance asc
    ) = 1;

-- stage: question_bests
-- The best of the minimal counterfactuals of each question.
-- grain:  one row per question_id with an answer
select
    question_id,
    any_value(from_id) as from_id,
    min(distance) as min_distance,
    count(*) as n_minimal,
    max(merit) as merit,
    max(power, 2) as best_powers
from nearest_pairs
group by question_id;

-- view: all_listed into listed_counts
-- How many counterfactuals each instance has in the listing.
-- grain:  one row per from_id with an answer
select
    from_id,
    count(*) as n_listed
from measured_pairs
group by from_id;

-- view: diverse_listed into listed_counts
-- The same, where of those that change the same features the best one is listed.
-- grain:  one row per from_id with an answer
with distinct_changes as (
    select distinct
        from_id,
        question_id,
        disagreement
    from measured_pairs
)

select
    from_id,
    count(*) as n_listed
from distinct_changes
group by from_id;

-- stage: optimal_pairs
-- The optimal counterfactuals of each question.
-- grain:  one row per (from_id, to_id)
select
    nearest_pairs.from_id,
    nearest_pairs.to_id,
    nearest_pairs.question_id,
    nearest_pairs.distance,
    nearest_pairs.disagreement
from nearest_pairs
inner join question_bests
    on
        nearest_pairs.question_id = question_bests.question_id
        and nearest_pairs.merit = question_bests.merit;

-- stage: instance_summaries
-- What there is to say of each instance that has a counterfactual.
--
-- Instances are numbered in the order of their representatives' row ids, so the
-- smallest to_id is the optimal counterfactual that is listed first.
-- grain:  one row per from_id
with optimal_answers as (
    select
        question_id,
        count(*) as n_optimal,
        min(to_id) as to_id,
        arg_min(disagreement, to_id) as disagreement
    from optimal_pairs
    group by question_id
)

select
    question_bests.from_id,
    question_bests.min_distance,
    question_bests.n_minimal,
    optimal_answers.n_optimal,
    optimal_answers.to_id as optimal_to_id,
    optimal_answers.disagreement as optimal_disagreement,
    question_bests.best_powers[1] as power,
    question_bests.best_powers[2] as second_power,
    listed_counts.n_listed
from question_bests
inner join optimal_answers
    on question_bests.question_id = optimal_answers.question_id
inner join listed_counts
    on question_bests.from_id = listed_counts.from_id;

-- stage: target_summaries into instance_summaries
-- What there is to say of each instance, where every label is a target.
--
-- Powers are those of the nearest label's counterfactuals, of which the first is
-- listed first.
-- grain:  one row per from_id
with all_questions as (
    select
        from_id,
        min(min_distance) as min_distance,
        cast(sum(n_minimal) as bigint) as n_minimal
    from question_bests
    group by from_id
),

first_answers as (
    select
        from_id,
        count(*) as n_optimal,
        arg_min(
            {
                to_id: to_id,
                disagreement: disagreement,
                question_id: question_id
            },
            { distance: distance, to_id: to_id }
        ) as answer
    from optimal_pairs
    group by from_id
)

select
    all_questions.from_id,
    all_questions.min_distance,
    all_questions.n_minimal,
    first_answers.n_optimal,
    first_answers.answer.to_id as optimal_to_id,
    first_answers.answer.disagreement as optimal_disagreement,
    question_bests.best_powers[1] as power,
    question_bests.best_powers[2] as second_power,
    listed_counts.n_listed
from all_questions
inner join first_answers
    on all_questions.from_id = first_answers.from_id
inner join listed_counts
    on all_questions.from_id = listed_counts.from_id
inner join question_bests
    on first_answers.answer.question_id = question_bests.question_id;

-- view: first_pairs
-- Of each instance, the optimal counterfactual that is listed first.
-- grain:  one row per from_id
select
    from_id,
    optimal_to_id as to_id,
    optimal_disagreement as disagreement
from instance_summaries;

-- view: ranked_pairs(by)
-- The counterfactuals of each instance, with their rank and the figures of their
-- hyperballs.
--
-- Ties share a rank; each question has ranks of its own. The nearest come first.
-- grain:  one row per (from_id, to_id)
with same_changes as (
    select
        question_id,
        disagreement,
        count(*) as dag_count
    from measured_pairs
    group by question_id, disagreement
)

select
    measured_pairs.from_id,
    measured_pairs.to_id,
    measured_pairs.question_id,
    measured_pairs.distance,
    measured_pairs.disagreement,
    rank() over (
        partition by measured_pairs.question_id
        order by
            measured_pairs.distance asc,
            case
                when $by = 'dag' then same_changes.dag_count
                else measured_pairs.power
            end desc
    ) as rank,
    measured_pairs.power,
    label_balls.ball_size,
    case
        when targets.label_id >= 0 then coalesce(label_balls.n_rows, 0)
    end as n_own,
    same_changes.dag_count
from measured_pairs
inner join targets
    on measured_pairs.from_id = targets.instance_id
inner join same_changes
    on
        measured_pairs.question_id = same_changes.question_id
        and measured_pairs.disagreement = same_changes.disagreement
inner join label_balls
    on
        measured_pairs.to_id = label_balls.centre_id
        and measured_pairs.distance = label_balls.radius
        and targets.label_id = label_balls.label_id;

-- view: diverse_pairs into ranked_pairs
-- Of the counterfactuals that change the same features, the best.
-- grain:  one row per (question_id, disagreement)
select ranked_pairs.*
from ranked_pairs
qualify
    row_number() over (
        partition by ranked_pairs.question_id, ranked_pairs.disagreement
        order by ranked_pairs.rank asc, ranked_pairs.to_id asc
    ) = 1;

-- view: kept_pairs into ranked_pairs
-- What is stored of the pairs.
-- grain:  one row per (from_id, to_id)
select * exclude (question_id)
from ranked_pairs;
