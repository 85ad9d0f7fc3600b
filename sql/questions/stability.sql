-- Stability: in how many random subsamples of a table an answer stays what it is.
--
-- A subsample is a table of its own: the explained row, and of the other rows each
-- that is not dropped. Rows that go can only take counterfactuals away. So all that
-- could be an answer at the old distance is among the old minimal counterfactuals,
-- and nothing is searched again: it is looked at which of them are left, and how much
-- power each has lost. The explained row is in the hyperball of all of them; whether
-- it was drawn makes no difference to their order.

-- stage: whole_cases
-- Every case once, however many parts a condition has split it into.
-- grain:  one row per case_id
select
    instance_id as case_id,
    label_id,
    code,
    n_rows
from instances
where instance_id = case_id;

-- stage: queued_balls(work_per_batch)
-- The hyperballs to look through, in batches.
--
-- What a ball takes is to compare its centre with every case, and then to keep those
-- that count for its power, which is some eight times as much.
-- grain:  one row per (centre_id, radius)
with sizes as (
    select count(*) as n_cases
    from whole_cases
)

select
    measured_balls.centre_id,
    measured_balls.radius,
    measured_balls.label_id,
    measured_balls.code,
    cast(
        sum(sizes.n_cases + 8 * measured_balls.power) over (
            order by measured_balls.centre_id, measured_balls.radius
        ) // $work_per_batch as integer
    ) as batch
from measured_balls
cross join sizes;

-- fetch: n_batches
-- How many batches there are.
-- grain:  one row
select coalesce(max(batch), -1) + 1 as n_batches
from queued_balls;

-- stage: ball_members(batch)
-- The cases that count for the power of each ball of a batch.
-- grain:  one row per (centre_id, radius, case_id)
select
    queued_balls.centre_id,
    queued_balls.radius,
    whole_cases.case_id
from queued_balls
inner join whole_cases
    on
        queued_balls.label_id <> whole_cases.label_id
        and hamming(queued_balls.code, whole_cases.code) <= queued_balls.radius
where queued_balls.batch = $batch;

-- stage: answer_parts
-- The instances whose rows make an answer what it is to a row.
--
-- A condition over both rows may hold for some rows of a case and not for others.
-- grain:  one row per (from_id, to_id, part_id)
select
    measured_pairs.from_id,
    measured_pairs.to_id,
    parts.instance_id as part_id
from measured_pairs
inner join targets
    on measured_pairs.from_id = targets.instance_id
inner join instances as first_parts
    on measured_pairs.to_id = first_parts.instance_id
inner join instances as parts
    on first_parts.case_id = parts.case_id
where required(targets.case_values, parts.case_values);

-- stage: near_cases into drawn_cases
-- The rows that make a difference: in a ball, or in an answer.
-- grain:  one row per row_id
with near_ids as (
    select case_id
    from ball_members
    union
    select instances.case_id
    from answer_parts
    inner join instances
        on answer_parts.part_id = instances.instance_id
)

select
    cases.row_id,
    cases.instance_id
from cases
inner join instances
    on cases.instance_id = instances.instance_id
inner join near_ids
    on instances.case_id = near_ids.case_id;

-- stage: dropped_rows(seed, repeats, first_dropped)
-- The rows that each subsample does not have.
--
-- Each row is drawn on its own, by a hash of seed, repeat and row id: the same seed
-- gives the same subsamples on every machine. Of 52 bits as hexadecimal digits, those
-- from `first_dropped` on are dropped.
-- grain:  one row per (repeat_id, row_id)
with repeats as (
    select unnest(generate_series(1, $repeats)) as repeat_id
)

select
    repeats.repeat_id,
    drawn_cases.row_id,
    drawn_cases.instance_id
from repeats
cross join drawn_cases
where
    md5(concat($seed, ':', repeats.repeat_id, ':', drawn_cases.row_id))
    >= $first_dropped;

-- stage: lost_cases(count)
-- What each subsample has lost of a case: rows, and what these count in a ball.
--
-- Where duplicates count once, a case counts until its last row is gone.
-- grain:  one row per (repeat_id, case_id) that has lost a row
with lost as (
    select
        dropped_rows.repeat_id,
        instances.case_id,
        count(*) as n_dropped,
        any_value(instances.n_rows) as n_rows
    from dropped_rows
    inner join instances
        on dropped_rows.instance_id = instances.instance_id
    group by dropped_rows.repeat_id, instances.case_id
)

select
    repeat_id,
    case_id,
    n_dropped,
    case
        when $count = 'distinct' then cast(n_dropped = n_rows as bigint)
        else n_dropped
    end as n_lost
from lost;

-- append: ball_losses
-- The power that each ball of a batch has lost in each subsample.
-- grain:  one row per (centre_id, radius, repeat_id) that has lost any
select
    ball_members.centre_id,
    ball_members.radius,
    lost_cases.repeat_id,
    cast(sum(lost_cases.n_lost) as bigint) as n_lost
from ball_members
inner join lost_cases
    on ball_members.case_id = lost_cases.case_id
group by ball_members.centre_id, ball_members.radius, lost_cases.repeat_id;

-- stage: kept_parts(first_repeat, last_repeat)
-- The first row that some subsamples have of each instance that makes an answer.
-- grain:  one row per (repeat_id, part_id) that has a row left
with repeats as (
    select unnest(generate_series($first_repeat, $last_repeat)) as repeat_id
),

part_rows as (
    select
        cases.row_id,
        cases.instance_id as part_id
    from cases
    where
        cases.instance_id in (select answer_parts.part_id from answer_parts)
),

drawn as (
    select
        repeats.repeat_id,
        part_rows.part_id,
        part_rows.row_id
    from repeats
    cross join part_rows
)

select
    drawn.repeat_id,
    drawn.part_id,
    min(drawn.row_id) as row_id
from drawn
anti join dropped_rows
    on
        drawn.repeat_id = dropped_rows.repeat_id
        and drawn.row_id = dropped_rows.row_id
group by drawn.repeat_id, drawn.part_id;

-- stage: kept_pairs(by, min_support)
-- The minimal counterfactuals that some subsamples have left, and their scores.
-- grain:  one row per (from_id, to_id, repeat_id)
with left_pairs as (
    select
        answer_parts.from_id,
        answer_parts.to_id,
        kept_parts.repeat_id,
        min(kept_parts.row_id) as row_id
    from answer_parts
    inner join kept_parts
        on answer_parts.part_id = kept_parts.part_id
    group by
        answer_parts.from_id, answer_parts.to_id, kept_parts.repeat_id
)

select
    left_pairs.from_id,
    left_pairs.to_id,
    left_pairs.repeat_id,
    left_pairs.row_id,
    measured_pairs.disagreement,
    case
        when $by = 'dag'
            then
                count(*) over (
                    partition by
                        left_pairs.from_id,
                        left_pairs.repeat_id,
                        measured_pairs.disagreement
                )
        else measured_pairs.power - coalesce(ball_losses.n_lost, 0)
    end as score
from left_pairs
inner join measured_pairs
    on
        left_pairs.from_id = measured_pairs.from_id
        and left_pairs.to_id = measured_pairs.to_id
inner join instances
    on left_pairs.to_id = instances.instance_id
left join lost_cases
    on
        instances.case_id = lost_cases.case_id
        and left_pairs.repeat_id = lost_cases.repeat_id
left join ball_losses
    on
        left_pairs.to_id = ball_losses.centre_id
        and measured_pairs.distance = ball_losses.radius
        and left_pairs.repeat_id = ball_losses.repeat_id
where instances.n_rows - coalesce(lost_cases.n_dropped, 0) >= $min_support;

-- append: same_answers
-- In how many of some subsamples the first optimal answer, its features and its
-- distance are the same, and how many have the rows of the answer at all.
--
-- Of those with the highest score, the one with the smallest row id is first, as
-- everywhere. Any that is left has the old distance.
-- grain:  one row per from_id, for each batch of subsamples
with first_pairs as (
    select
        kept_pairs.from_id,
        kept_pairs.repeat_id,
        arg_min(
            {
                to_id: kept_pairs.to_id,
                disagreement: kept_pairs.disagreement
            },
            { score: -kept_pairs.score, row_id: kept_pairs.row_id }
        ) as answer,
        bool_or(kept_pairs.to_id = instance_summaries.optimal_to_id)
            as is_present
    from kept_pairs
    inner join instance_summaries
        on kept_pairs.from_id = instance_summaries.from_id
    group by kept_pairs.from_id, kept_pairs.repeat_id
)

select
    first_pairs.from_id,
    count(*) as n_distance,
    count(*) filter (
        where
        first_pairs.answer['disagreement']
        = instance_summaries.optimal_disagreement
    ) as n_features,
    count(*) filter (
        where first_pairs.answer['to_id'] = instance_summaries.optimal_to_id
    ) as n_answer,
    count(*) filter (where first_pairs.is_present) as n_present
from first_pairs
inner join instance_summaries
    on first_pairs.from_id = instance_summaries.from_id
group by first_pairs.from_id;

-- store: stability(repeats)
-- How often the answer of each row stays the same in subsamples of the table.
-- grain:  one row per row_id asked about
with counts as (
    select
        from_id,
        cast(sum(n_answer) as bigint) as n_answer,
        cast(sum(n_features) as bigint) as n_features,
        cast(sum(n_distance) as bigint) as n_distance,
        cast(sum(n_present) as bigint) as n_present
    from same_answers
    group by from_id
),

told as (
    select
        asked_rows.row_id,
        labels.label,
        first_spelled.counterfactual_label,
        instance_summaries.min_distance as distance,
        first_spelled.changes,
        case when instance_summaries.from_id is not null then $repeats end
            as n_repeats,
        counts.n_answer,
        counts.n_features,
        counts.n_distance,
        counts.n_present
    from asked_rows
    inner join instances
        on asked_rows.instance_id = instances.instance_id
    inner join labels
        on instances.label_id = labels.label_id
    left join instance_summaries
        on asked_rows.instance_id = instance_summaries.from_id
    left join first_spelled
        on asked_rows.instance_id = first_spelled.from_id
    left join counts
        on asked_rows.instance_id = counts.from_id
),

counted_rows as (
    select
        row_id,
        label,
        counterfactual_label,
        distance,
        changes_text(changes) as explanation,
        n_repeats,
        case when n_repeats is not null then coalesce(n_answer, 0) end
            as n_answer,
        case when n_repeats is not null then coalesce(n_features, 0) end
            as n_features,
        case when n_repeats is not null then coalesce(n_distance, 0) end
            as n_distance,
        case when n_repeats is not null then coalesce(n_present, 0) end
            as n_present
    from told
)

select
    row_id,
    label,
    counterfactual_label,
    distance,
    explanation,
    cast(n_repeats as bigint) as n_repeats,
    n_answer,
    n_answer / n_repeats as answer_share,
    wilson_low(n_answer, n_repeats) as answer_low,
    wilson_high(n_answer, n_repeats) as answer_high,
    n_features,
    n_features / n_repeats as features_share,
    wilson_low(n_features, n_repeats) as features_low,
    wilson_high(n_features, n_repeats) as features_high,
    n_distance,
    n_distance / n_repeats as distance_share,
    wilson_low(n_distance, n_repeats) as distance_low,
    wilson_high(n_distance, n_repeats) as distance_high,
    n_present,
    case when n_present > 0 then n_answer / n_present end as given_share,
    case when n_present > 0 then wilson_low(n_answer, n_present) end
        as given_low,
    case when n_present > 0 then wilson_high(n_answer, n_present) end
        as given_high
from counted_rows
order by row_id;

-- fetch: headline
-- The stored shares over all rows with an answer.
--
-- Rows are counted by the share given that the rows of their answer are there: how
-- often these are there is chance, and no more than what was asked for.
-- grain:  one row
select
    count(*) as n_rows,
    count(n_repeats) as n_answered,
    avg(answer_share) as mean_answer,
    avg(given_share) as mean_given,
    avg(features_share) as mean_features,
    avg(distance_share) as mean_distance,
    count(given_share) as n_given,
    count(*) filter (where given_share = 1) as n_always,
    count(*) filter (where given_share >= 0.9) as n_mostly,
    count(*) filter (where given_share < 0.5) as n_rarely
from stability;

-- fetch: stable_rows(rows, n_shown)
-- Some rows, or those whose answer stays least often, these first.
-- grain:  one row per row_id with an answer
select stability.*
from stability
where
    stability.n_repeats is not null
    and (
        $rows is null
        or list_contains($rows, cast(stability.row_id as varchar))
    )
order by stability.answer_share, stability.row_id
limit $n_shown;

-- view: same_stability into stability
-- Of the stored rows, those whose answer is that of the ranking.
--
-- The one may have been made with other constraints than the other.
-- grain:  one row per row_id
select stored_stability.*
from stored_stability
semi join optimal_answers
    on
        stored_stability.row_id = optimal_answers.row_id
        and stored_stability.counterfactual_label
        = optimal_answers.counterfactual_label
        and stored_stability.explanation
        = changes_text(optimal_answers.changes);
