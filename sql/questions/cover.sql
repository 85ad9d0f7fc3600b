-- Cover: the few cases that are near the most rows.
--
-- A case reaches a row that has another label if it differs from it in at least one
-- feature, and in no more than so many. Cases are chosen greedily: each is the one that
-- reaches the most rows that none before it does. How many rows each case reaches is
-- counted like a hyperball, by whatever plan is best, and no pair is kept. A case can
-- only reach fewer rows later on: its last count is a bound, and only cases whose bound
-- is high enough are counted again.

-- stage: population
-- The instances, weighed by how many of their rows are to be reached.
-- grain:  one row per instance
with asked as (
    select
        instance_id,
        count(*) as n_rows
    from asked_rows
    group by instance_id
)

select
    instances.instance_id,
    instances.label_id,
    instances.code,
    coalesce(asked.n_rows, 0) as weight,
    instances.n_rows,
    instances.case_values
from instances
left join asked
    on instances.instance_id = asked.instance_id;

-- stage: unlike_rows(target_id) into asked_rows
-- Of the rows to answer, those that do not have the wanted label already.
-- grain:  one row per row_id
select
    asked_rows.row_id,
    asked_rows.instance_id
from asked_rows
inner join instances
    on asked_rows.instance_id = instances.instance_id
where instances.label_id is distinct from $target_id;

-- stage: case_centres(within) into centres
-- The cases that may be chosen, as the centres of hyperballs.
-- grain:  one row per case
select distinct
    instances.case_id as centre_id,
    cast($within as integer) as radius,
    cast($within as integer) as largest_radius
from candidates
inner join instances
    on candidates.instance_id = instances.instance_id;

-- stage: bounds(round) into reaches
-- Each case that may be chosen, with how many rows it reaches at most.
--
-- The count does not see conditions over both rows. Without any it is exact, as if
-- counted in the first round.
-- grain:  one row per case_id
with counts as (
    select
        ball_parts.centre_id,
        cast(sum(ball_parts.n_rows) as bigint) as n_reached
    from ball_parts
    inner join instances
        on ball_parts.centre_id = instances.instance_id
    where
        ball_parts.distance >= 1
        and unlike(ball_parts.label_id, instances.label_id)
    group by ball_parts.centre_id
)

select
    instances.case_id,
    instances.n_rows as support,
    counts.n_reached,
    cast($round as integer) as counted_in
from counts
inner join instances
    on counts.centre_id = instances.instance_id
where counts.n_reached > 0;

-- stage: open_rows
-- The instances with rows that no chosen case reaches yet: at first all.
-- grain:  one row per instance_id
select
    instance_id,
    label_id,
    code,
    case_values,
    weight
from population
where weight > 0;

-- stage: doubtful(round, n_best, n_together)
-- The next cases to count again: those whose bound is as high as the best count of
-- this round, or as the last of the best few.
-- grain:  one row per case_id
with counted as (
    select n_reached
    from reaches
    where counted_in = $round
    order by n_reached desc
    limit $n_best
),

least as (
    select case when count(*) = $n_best then min(n_reached) else 1 end as bound
    from counted
)

select reaches.case_id
from reaches
cross join least
where
    reaches.counted_in < $round
    and reaches.n_reached >= least.bound
order by reaches.n_reached desc, reaches.support desc, reaches.case_id asc
limit $n_together;

-- stage: recounted(round, within) into reaches
-- All cases, of which the doubtful ones were counted again.
--
-- A condition over both rows may hold for some rows of a case alone.
-- grain:  one row per case_id that reaches a row
with pairs as (
    select distinct
        doubtful.case_id,
        open_rows.instance_id,
        open_rows.weight
    from doubtful
    inner join instances
        on doubtful.case_id = instances.case_id
    inner join open_rows
        on
            unlike(open_rows.label_id, instances.label_id)
            and frozen_agree(open_rows.code, instances.code)
            and hamming(open_rows.code, instances.code) between 1 and $within
            and directed(open_rows.code, instances.code)
            and required(open_rows.case_values, instances.case_values)
),

counts as (
    select
        case_id,
        cast(sum(weight) as bigint) as n_reached
    from pairs
    group by case_id
)

select
    reaches.case_id,
    reaches.support,
    coalesce(counts.n_reached, reaches.n_reached) as n_reached,
    case
        when counts.case_id is null then reaches.counted_in else $round
    end as counted_in
from reaches
left join doubtful
    on reaches.case_id = doubtful.case_id
left join counts
    on reaches.case_id = counts.case_id
where doubtful.case_id is null or counts.case_id is not null;

-- fetch: best_reach(round, n_best)
-- The sum of the best counts of a round.
-- grain:  one row
with best as (
    select n_reached
    from reaches
    where counted_in = $round
    order by n_reached desc
    limit $n_best
)

select coalesce(cast(sum(n_reached) as bigint), 0) as n_reached
from best;

-- append: chosen(round)
-- The case that reaches the most open rows; of several the one with most support,
-- then the one with the smallest row id.
-- grain:  one row, or none
select
    case_id,
    support,
    n_reached as n_added,
    cast($round as integer) as place
from reaches
where counted_in = $round
order by n_reached desc, support desc, case_id asc
limit 1;

-- append: chosen_pairs(round, within)
-- The rows that the case of a round reaches, whether another does too or not.
-- grain:  one row per (place, instance_id)
select distinct
    chosen.place,
    chosen.case_id,
    population.instance_id,
    population.weight,
    cast(hamming(population.code, instances.code) as integer) as distance
from chosen
inner join instances
    on chosen.case_id = instances.case_id
inner join population
    on
        unlike(population.label_id, instances.label_id)
        and frozen_agree(population.code, instances.code)
        and hamming(population.code, instances.code) between 1 and $within
        and directed(population.code, instances.code)
        and required(population.case_values, instances.case_values)
where chosen.place = $round and population.weight > 0;

-- stage: still_open into open_rows
-- The instances that no chosen case reaches.
-- grain:  one row per instance_id
select open_rows.*
from open_rows
anti join chosen_pairs
    on open_rows.instance_id = chosen_pairs.instance_id;

-- fetch: n_reached
-- How many rows the chosen cases reach together.
-- grain:  one row
select coalesce(cast(sum(n_added) as bigint), 0) as n_rows
from chosen;

-- fetch: reachable
-- How many of the rows some case reaches, chosen or not.
-- grain:  one row
select count(*) as n_rows
from asked_rows
where instance_id in (select minimal.from_id from minimal);

-- view: named_rows into wanted_rows
-- The rows whose values are told: those to be reached, and the chosen cases.
-- grain:  one row per row_id
select row_id
from asked_rows
union
select instances.row_id
from chosen
inner join instances
    on chosen.case_id = instances.instance_id;

-- store: cover(features, anonymous, n_rows)
-- The chosen cases, in the order in which they were chosen.
-- grain:  one row per place
with own_counts as (
    select
        place,
        cast(sum(weight) as bigint) as n_reached
    from chosen_pairs
    group by place
)

select
    chosen.place,
    case when not $anonymous then instances.row_id end as counterfactual_id,
    labels.label,
    chosen.support,
    own_counts.n_reached,
    chosen.n_added,
    cast(sum(chosen.n_added) over (order by chosen.place) as bigint)
        as n_together,
    sum(chosen.n_added) over (order by chosen.place) / $n_rows as share,
    named_values($features, texts.feature_texts) as literals
from chosen
inner join instances
    on chosen.case_id = instances.instance_id
inner join labels
    on instances.label_id = labels.label_id
inner join own_counts
    on chosen.place = own_counts.place
inner join texts
    on instances.row_id = texts.row_id
order by chosen.place;

-- store: cover_rows(features, anonymous)
-- The rows to be reached, each with the first chosen case that reaches it.
-- grain:  one row per row_id
with first_pairs as (
    select
        instance_id,
        arg_min(
            { place: place, case_id: case_id, distance: distance }, place
        ) as pair
    from chosen_pairs
    group by instance_id
),

told as (
    select
        asked_rows.row_id,
        own_labels.label,
        first_pairs.pair['place'] as place,
        case when not $anonymous then cases_chosen.row_id end
            as counterfactual_id,
        labels.label as counterfactual_label,
        first_pairs.pair['distance'] as distance,
        literal_changes(
            named_values($features, own_texts.feature_texts),
            named_values($features, texts.feature_texts)
        ) as changes,
        asked_rows.instance_id in (select minimal.from_id from minimal)
            as is_reachable
    from asked_rows
    inner join instances as own
        on asked_rows.instance_id = own.instance_id
    inner join labels as own_labels
        on own.label_id = own_labels.label_id
    inner join texts as own_texts
        on asked_rows.row_id = own_texts.row_id
    left join first_pairs
        on asked_rows.instance_id = first_pairs.instance_id
    left join instances as cases_chosen
        on first_pairs.pair['case_id'] = cases_chosen.instance_id
    left join labels
        on cases_chosen.label_id = labels.label_id
    left join texts
        on cases_chosen.row_id = texts.row_id
)

select
    row_id,
    label,
    place,
    counterfactual_id,
    counterfactual_label,
    distance,
    case when place is not null then changes end as changes,
    case when place is not null then changes_text(changes) end as explanation,
    is_reachable
from told
order by row_id;

-- fetch: cover_cases
-- The stored cases.
-- grain:  one row per place
select cover.*
from cover
order by cover.place;
