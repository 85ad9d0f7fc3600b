-- The whole method by its definitions, on the eight rows of the paper.
--
--     duckdb < sql/method.sql
--
-- A table of past cases has features and an outcome, the label. For each row
-- the method finds the rows with another label that differ from it least: each
-- shows a change that goes with another outcome. Of several, the best has the
-- most rows around it whose label is not its own.
--
-- Every step makes a table that you can look at: `from distances;`. Its first
-- comment is the definition. The second says what you see on the eight rows. To
-- explain your own table, change steps 1 and 2: no other step names columns of
-- it. cfsql gives the same rows, faster: this script compares all with all.
--
-- Lim, Prade, Richard: Ranking counterfactual explanations, arXiv 2503.15817.

-- A step that only leaves out rows keeps all columns, and keys have one name.
-- noqa: disable=AL03,AM04,ST07

-- 1. The table: a row id, the features, and the label.
--
-- Eight people. The label is the score: the risk of another offence.
create or replace temp table cases as
select people.*
from (
    values
    (1, 'male', '<25', 'Caucasian', 'M', 'No', 'Med'),
    (2, 'female', '<25', 'African', 'M', 'No', 'Low'),
    (3, 'male', '>45', 'African', 'F', 'Yes', 'High'),
    (4, 'female', '<25', 'Asian', 'F', 'No', 'Med'),
    (5, 'female', '25-45', 'Hispanic', 'F', 'No', 'Med'),
    (6, 'female', '<25', 'Caucasian', 'F', 'No', 'Med'),
    (7, 'female', '>45', 'Caucasian', 'M', 'No', 'Low'),
    (8, 'male', '>45', 'African', 'M', 'Yes', 'High')
) as people (row_id, sex, age, race, degree, recid, score);

-- 2. The cells: every value of every row that has a label. Values are texts,
-- equal or different. NULL is a value too, and equals itself.
--
-- 40 cells: row 1 has sex male, age <25, race Caucasian, degree M, recid No.
create or replace temp table cells as
select
    row_id,
    cast(score as varchar) as label,
    unnest([
        { 'place': 1, 'feature': 'sex', 'value': cast(sex as varchar) },
        { 'place': 2, 'feature': 'age', 'value': cast(age as varchar) },
        { 'place': 3, 'feature': 'race', 'value': cast(race as varchar) },
        { 'place': 4, 'feature': 'degree', 'value': cast(degree as varchar) },
        { 'place': 5, 'feature': 'recid', 'value': cast(recid as varchar) }
    ], recursive := true)
from cases
where score is not null;

-- 3. The rows to explain, as cells.
--
-- All eight. Add `where row_id = 1`, and all that follows is about row 1.
create or replace temp table asked as
select *
from cells;

-- 4. The possible answers. Rows with the same features and the same label are
-- one answer: the smallest row id represents it, support is how many there are.
-- Its share is support ÷ all rows with these features: below 1, they came with
-- another label too.
--
-- No two of the eight rows are equal: eight answers, with support 1 and share 1.
create or replace temp table answers as
with listed_rows as (
    select
        row_id,
        label,
        list(value order by place) as feature_values
    from cells
    group by row_id, label
)

select
    min(row_id) as row_id,
    label,
    count(*) as support,
    count(*) / sum(count(*)) over (partition by feature_values) as share
from listed_rows
group by label, feature_values;

-- 5. The disagreement set of a row and an answer with another label: the
-- features on which they differ. Their distance is the size of this set.
--
-- Rows 1 and 2 differ on [sex, race]: distance 2.
create or replace temp table distances as
select
    asked.row_id,
    asked.label,
    cells.row_id as counterfactual_id,
    cells.label as counterfactual_label,
    answers.support,
    answers.share,
    count(*) filter (where asked.value is distinct from cells.value)
        as distance,
    list(asked.feature order by asked.place)
    filter (where asked.value is distinct from cells.value)
        as disagreement_set
from asked
inner join cells
    on asked.place = cells.place
inner join answers
    on cells.row_id = answers.row_id
where asked.label is distinct from cells.label
group by all;

-- 6. The counterfactuals of a row: the answers with another label, except those
-- at distance 0. These contradict the row: there is nothing to change.
-- A constraint on the answer is one more condition here.
--
-- Row 1 has four: rows 2 and 7 at distance 2, row 8 at 3, row 3 at 4. None is
-- at 0. `and not list_contains(disagreement_set, 'sex')` leaves rows 3 and 8.
create or replace temp table counterfactuals as
select *
from distances
where distance >= 1;

-- 7. The minimal counterfactuals of a row: those at the smallest distance.
--
-- Row 1 has two, at distance 2: row 2 by [sex, race], row 7 by [sex, age].
create or replace temp table minimal as
select *
from counterfactuals
qualify distance = min(distance) over (partition by row_id);

-- 8. The explanation: the changes that turn the row into the counterfactual.
--
-- From row 1 to row 2: sex: male → female, race: Caucasian → African.
create or replace temp table explanations as
select
    minimal.row_id,
    minimal.counterfactual_id,
    list(
        {
            'feature': asked.feature,
            'from_value': asked.value,
            'to_value': cells.value
        }
        order by asked.place
    ) as changes,
    string_agg(
        asked.feature || ': ' || coalesce(asked.value, 'NULL')
        || ' → ' || coalesce(cells.value, 'NULL'),
        ', '
        order by asked.place
    ) as explanation
from minimal
inner join asked
    on minimal.row_id = asked.row_id
inner join cells
    on
        minimal.counterfactual_id = cells.row_id
        and asked.place = cells.place
where asked.value is distinct from cells.value
group by minimal.row_id, minimal.counterfactual_id;

-- 9. The hyperball of a row and its counterfactual: all rows that are at most
-- as far from the counterfactual as the row is. Every duplicate counts.
--
-- Of rows 1 and 2: rows 1, 2, 4, 6 and 7, at distance 2 or less from row 2.
create or replace temp table hyperballs as
select
    minimal.row_id,
    minimal.label,
    minimal.counterfactual_id,
    minimal.counterfactual_label,
    minimal.distance,
    members.row_id as member_id,
    members.label as member_label
from minimal
inner join cells as centres
    on minimal.counterfactual_id = centres.row_id
inner join cells as members
    on centres.place = members.place
group by all
having
    count(*) filter (where centres.value is distinct from members.value)
    <= minimal.distance;

-- 10. The power: the number of rows in the ball whose label is not the
-- counterfactual's. Typicality: the share of the rows with the counterfactual's
-- label that are in the ball. Capacity: power ÷ ball size. Universality: the
-- share of the ball with the row's own label.
--
-- Of rows 1 and 2: power 3, rows 1, 4 and 6. Both rows with score Low are in
-- the ball: typicality 1. Capacity and universality are 3/5.
create or replace temp table powers as
with label_sizes as (
    select
        label,
        count(distinct row_id) as n_rows
    from cells
    group by label
)

select
    balls.row_id,
    balls.counterfactual_id,
    count(*) as ball_size,
    count(*) filter (where balls.member_label <> balls.counterfactual_label)
        as power,
    count(*) filter (where balls.member_label = balls.counterfactual_label)
    / label_sizes.n_rows as typicality,
    power / ball_size as capacity,
    avg(cast(balls.member_label = balls.label as integer)) as universality
from hyperballs as balls
inner join label_sizes
    on balls.counterfactual_label = label_sizes.label
group by balls.row_id, balls.counterfactual_id, label_sizes.n_rows;

-- 11. The ranking: the rank of a counterfactual is 1 plus the number of the
-- row's minimal counterfactuals with a greater power. Rank 1 is optimal. Its
-- dag_count is the number of those with the same disagreement set as itself.
--
-- Of row 1: row 2 has rank 1 with power 3, row 7 has rank 2 with power 2.
create or replace temp table ranked as
select
    minimal.row_id,
    minimal.label,
    minimal.counterfactual_id,
    minimal.counterfactual_label,
    minimal.distance,
    explanations.changes,
    explanations.explanation,
    rank() over (partition by minimal.row_id order by powers.power desc)
        as rank,
    rank = 1 as is_optimal,
    powers.power,
    powers.ball_size,
    powers.typicality,
    powers.capacity,
    powers.universality,
    count(*) over (partition by minimal.row_id, minimal.disagreement_set)
        as dag_count,
    minimal.support,
    minimal.share
from minimal
inner join explanations using (row_id, counterfactual_id)
inner join powers using (row_id, counterfactual_id);

-- 12. The summary: one line for each row to explain, also if it has no answer.
-- The gap is the best power minus the second best, divided by the best power. The
-- margin of a unique optimal answer is that difference, or its support if that is
-- less: it stays the only optimal one whatever fewer other rows go. A row is
-- contradicted if an answer with another label is at distance 0. An answer is shaky,
-- firm or fair: shaky if the row is contradicted, if the answer is not the only optimal
-- one, if its share is below 0.8 or if its gap is below 0.1; firm if its share is 1,
-- its margin at least 2, and its gap at least 0.2, or no other is as near.
--
-- Row 1: two minimal counterfactuals, row 2 is the only optimal one, gap 1/3,
-- margin 1, fair.
create or replace temp table summary as
with asked_rows as (
    select distinct
        row_id,
        label
    from asked
),

best_answers as (
    select
        row_id,
        min(distance) as min_distance,
        count(*) as n_minimal,
        count(*) filter (where is_optimal) as n_optimal,
        list(power order by power desc) as powers,
        min(counterfactual_id) filter (where is_optimal) as optimal_id,
        min(support) filter (where is_optimal) as support,
        min(share) filter (where is_optimal) as share
    from ranked
    group by row_id
),

contradicted as (
    select distinct row_id
    from distances
    where distance = 0
)

select
    asked_rows.row_id,
    asked_rows.label,
    best_answers.min_distance,
    coalesce(best_answers.n_minimal, 0) as n_minimal,
    coalesce(best_answers.n_optimal, 0) as n_optimal,
    coalesce(best_answers.n_optimal = 1, false) as is_unique,
    best_answers.powers[1] as power,
    best_answers.powers[2] as second_power,
    (power - second_power) / power as gap,
    case
        when is_unique then least(best_answers.support, power - second_power)
    end as margin,
    contradicted.row_id is not null as is_contradicted,
    best_answers.optimal_id,
    optimal.explanation,
    coalesce(best_answers.n_minimal, 0) as n_listed,
    case
        when best_answers.n_minimal is null then null
        when
            is_contradicted
            or not is_unique
            or best_answers.share < 0.8
            or gap < 0.1
            then 'shaky'
        when
            best_answers.share = 1
            and margin >= 2
            and (best_answers.n_minimal = 1 or gap >= 0.2)
            then 'firm'
        else 'fair'
    end as sureness
from asked_rows
left join best_answers using (row_id)
left join contradicted using (row_id)
left join explanations as optimal
    on
        best_answers.row_id = optimal.row_id
        and best_answers.optimal_id = optimal.counterfactual_id;

-- The answers for row 1, best first.
select
    rank,
    counterfactual_id,
    counterfactual_label,
    explanation,
    distance,
    power,
    ball_size,
    typicality,
    capacity,
    universality,
    dag_count,
    support,
    share
from ranked
where row_id = 1
order by rank, counterfactual_id;

-- The whole ranking.
select
    row_id,
    rank,
    counterfactual_id,
    explanation,
    counterfactual_label,
    power
from ranked
order by row_id, rank, counterfactual_id;
