-- Diff: for whom the answer changed, between two rankings, or before and after.

-- stage: told_answers(is_each)
-- What a ranking tells each of its rows: its optimal answers, and the first of them.
--
-- An answer is known by what it changes and where it leads, not by the row that
-- stands for it. Where each outcome is asked for, each has a first answer.
-- grain:  one row per row_id ranked
with optimal_pairs as (
    select
        row_id,
        counterfactual_id,
        counterfactual_label,
        explanation,
        distance,
        power,
        to_id,
        row_number() over (
            partition by
                row_id, case when $is_each then counterfactual_label end
            order by to_id
        ) = 1 as is_first
    from spelled_pairs
    where is_optimal
),

optimal_answers as (
    select
        row_id,
        list(
            { explanation: explanation, label: counterfactual_label }
            order by explanation asc, counterfactual_label asc
        ) as answers,
        list(
            { explanation: explanation, label: counterfactual_label }
            order by explanation asc, counterfactual_label asc
        ) filter (where is_first) as first_answers,
        arg_min(counterfactual_id, to_id) as counterfactual_id,
        arg_min(counterfactual_label, to_id) as counterfactual_label,
        arg_min(explanation, to_id) as explanation,
        arg_min(distance, to_id) as distance,
        arg_min(power, to_id) as power
    from optimal_pairs
    group by row_id
)

select
    summary.row_id,
    summary.label,
    optimal_answers.answers,
    optimal_answers.first_answers,
    optimal_answers.counterfactual_id,
    optimal_answers.counterfactual_label,
    optimal_answers.explanation,
    optimal_answers.distance,
    optimal_answers.power,
    coalesce(len(optimal_answers.answers), 0) as n_optimal
from summary
left join optimal_answers
    on summary.row_id = optimal_answers.row_id;

-- stage: nobody_forgotten into forgotten_rows
-- No row is to be forgotten.
-- grain:  no row
select row_id
from before_answers
where false;

-- append: changed_answers(ranking)
-- The rows whose optimal answers are others than before.
--
-- A row that is gone is not named, nor what was told of it. An answer without its id
-- may be that row. Where the first answer is what it was, only a tie came or went.
-- grain:  one row per row_id that is in both
with before_told as (
    select
        before_answers.*,
        forgotten_rows.row_id is not null
        or (
            before_answers.counterfactual_id is null
            and (select count(gone.row_id) from forgotten_rows as gone) > 0
        ) as is_forgotten
    from before_answers
    left join forgotten_rows
        on before_answers.counterfactual_id = forgotten_rows.row_id
)

select
    cast($ranking as varchar) as ranking,
    before_told.row_id,
    case
        when before_told.label <> after_answers.label
            then 'another outcome'
        when before_told.answers is null then 'a first answer'
        when after_answers.answers is null then 'no answer any more'
        when before_told.first_answers = after_answers.first_answers
            then 'a tie came or went'
        when after_answers.distance < before_told.distance
            then 'a nearer answer'
        when after_answers.distance > before_told.distance
            then 'a further answer'
        when
            before_told.explanation = after_answers.explanation
            and before_told.counterfactual_label
            <> after_answers.counterfactual_label
            then 'the same changes, to another outcome'
        else 'another answer'
    end as reason,
    before_told.label as before_label,
    case
        when not before_told.is_forgotten then before_told.counterfactual_id
    end as before_id,
    before_told.counterfactual_label as before_counterfactual_label,
    case
        when not before_told.is_forgotten then before_told.explanation
    end as before_explanation,
    before_told.distance as before_distance,
    before_told.power as before_power,
    before_told.n_optimal as before_n_optimal,
    after_answers.label as after_label,
    after_answers.counterfactual_id as after_id,
    after_answers.counterfactual_label as after_counterfactual_label,
    after_answers.explanation as after_explanation,
    after_answers.distance as after_distance,
    after_answers.power as after_power,
    after_answers.n_optimal as after_n_optimal
from before_told
inner join after_answers
    on before_told.row_id = after_answers.row_id
where
    before_told.label <> after_answers.label
    or before_told.answers is distinct from after_answers.answers;

-- fetch: change_counts(ranking)
-- The rows of a ranking with another answer, and those with other ties alone.
-- grain:  one row
select
    count(*) filter (where reason <> 'a tie came or went') as n_changed,
    count(*) filter (where reason = 'a tie came or went') as n_ties
from changed_answers
where ranking = $ranking;

-- fetch: row_counts
-- The rows that both rankings have, and those that one alone has.
-- grain:  one row
select
    count(before_answers.row_id) as n_before,
    count(after_answers.row_id) as n_after,
    count(*) filter (
        where
        before_answers.row_id is not null
        and after_answers.row_id is not null
    ) as n_in_both
from before_answers
full join after_answers
    on before_answers.row_id = after_answers.row_id;

-- store: kept_changes
-- The rows whose answer changed, as they are kept.
-- grain:  one row per (ranking, row_id)
select changed_answers.*
from changed_answers
order by changed_answers.ranking, changed_answers.row_id;

-- fetch: change_reasons
-- How many rows have another answer, by what is other about it.
-- grain:  one row per reason
select
    reason,
    count(*) as n_rows
from changed_answers
group by reason
order by n_rows desc, reason asc;

-- fetch: first_changes(n_shown)
-- The first rows whose answer changed.
-- grain:  one row per row_id
select changed_answers.*
from changed_answers
order by changed_answers.row_id
limit $n_shown;
