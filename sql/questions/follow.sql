-- Follow: a stored ranking is brought up to date with what changed, and no more.
--
-- Instances go by the ids of their first rows, and rows that come have greater ids
-- than all others: an instance keeps its id unless its first row goes. What was in
-- balls and goes is counted before the change, what comes after it. `paired_anew` are
-- the instances with other answers to choose from, `affected` those and who has an
-- answer of another power. All others are told what they were told.

-- stage: labels_before
-- The classes and their numbers, before the change.
-- grain:  one row per label
select
    label,
    label_id
from labels;

-- stage: renumbered_labels
-- The classes that have another number now; those that are gone have none that is used.
-- grain:  one row per label_id
select
    labels_before.label_id,
    coalesce(labels.label_id, -2 - labels_before.label_id) as new_label_id
from labels_before
left join labels
    on labels_before.label = labels.label
where labels_before.label_id is distinct from labels.label_id;

-- fetch: unnumbered_instances
-- An instance that does not go by the id of its first row.
-- grain:  one row, or none
select instance_id
from distinct_rows
where instance_id <> row_id
order by instance_id
limit 1;

-- fetch: near_share(n_changed, n_rows)
-- The stored pairs, and how many of them have an instance that is near a change.
--
-- By chance, as large as the hyperballs of its answers are.
-- grain:  one row
with ball_shares as (
    select avg(1 - exp(-power * $n_changed / $n_rows)) as near_share
    from stored_balls
),

sizes as (
    select
        (select count(*) from stored_pairs) as n_pairs,
        (select count(*) from stored_summaries) as n_instances
)

select
    sizes.n_pairs,
    coalesce(
        sizes.n_pairs
        * (
            1 - pow(
                1 - ball_shares.near_share, sizes.n_pairs / sizes.n_instances
            )
        ),
        0
    ) as n_near
from sizes
cross join ball_shares;

-- fetch: ranked_seconds(result, followed)
-- The seconds that a ranking took when it was last made from the beginning.
-- grain:  one row, or none
select seconds
from runs
where
    command = 'rank'
    and result_name = $result
    and not starts_with(coalesce(plan, ''), $followed)
order by finished_at desc
limit 1;

-- Before the change.

-- stage: lost_cases
-- The rows that go, by instance.
-- grain:  one row per instance_id that loses a row
select
    cases.instance_id,
    count(*) as n_lost
from cases
inner join gone_rows
    on cases.row_id = gone_rows.row_id
group by cases.instance_id;

-- stage: moves
-- The instances that lose rows, and the ids that they have afterwards, if any.
-- grain:  one row per old_id
with left_over as (
    select
        cases.instance_id,
        min(cases.row_id) as row_id
    from cases
    where
        cases.instance_id in (select lost_cases.instance_id from lost_cases)
        and cases.row_id not in (select gone_rows.row_id from gone_rows)
    group by cases.instance_id
)

select
    lost_cases.instance_id as old_id,
    left_over.row_id as new_id
from lost_cases
left join left_over
    on lost_cases.instance_id = left_over.instance_id;

-- stage: lost_population(count)
-- The instances that lose rows, weighing what goes.
-- grain:  one row per instance
select
    population.instance_id,
    population.label_id,
    population.code,
    case
        when $count = 'rows' then lost_cases.n_lost
        else cast(moves.new_id is null as bigint)
    end as weight,
    population.n_rows,
    population.case_values
from lost_cases
inner join population
    on lost_cases.instance_id = population.instance_id
inner join moves
    on lost_cases.instance_id = moves.old_id
where $count = 'rows' or moves.new_id is null;

-- stage: touched_codes_before
-- The features of the instances that lose rows.
-- grain:  one row per old_id
select instance_id as old_id
from instances
where
    code in (
        select touched.code
        from instances as touched
        inner join lost_cases
            on touched.instance_id = lost_cases.instance_id
    );

-- stage: candidates_before(min_support, min_share)
-- The instances that may be answers before the change.
-- grain:  one row per instance_id
select population.instance_id
from population
left join contradicted_codes
    on population.code = contradicted_codes.code
where
    population.n_rows >= $min_support
    and share(
        population.n_rows,
        coalesce(contradicted_codes.n_rows, population.n_rows)
    ) >= $min_share;

-- stage: known_centres into centres
-- The hyperballs of a stored ranking.
-- grain:  one row per (centre_id, radius)
with radii as (
    select distinct
        centre_id,
        radius
    from known_balls
)

select
    centre_id,
    radius,
    max(radius) over (partition by centre_id) as largest_radius
from radii;

-- stage: coded_centres(radii, n_batches) into open_centres
-- The centres whose largest radius is one of some, whatever is counted around them.
-- grain:  one row per centre_id
select
    centres.centre_id,
    centres.radius,
    instances.code,
    centres.centre_id // 64 % $n_batches as batch
from centres
inner join instances
    on centres.centre_id = instances.instance_id
where
    centres.radius = centres.largest_radius
    and list_contains($radii, centres.radius);

-- stage: no_balls
-- No hyperball, where nothing is to be counted.
-- grain:  no row
select
    instance_id as centre_id,
    cast(0 as integer) as radius,
    label_id,
    cast(0 as bigint) as n_rows
from population
where false;

-- After the change.

-- stage: moved_centres into centres
-- The hyperballs of a stored ranking, by the ids that their centres have now.
-- grain:  one row per (centre_id, radius)
with radii as (
    select distinct
        coalesce(moves.new_id, known_balls.centre_id) as centre_id,
        known_balls.radius
    from known_balls
    left join moves
        on known_balls.centre_id = moves.old_id
    where moves.old_id is null or moves.new_id is not null
)

select
    centre_id,
    radius,
    max(radius) over (partition by centre_id) as largest_radius
from radii;

-- stage: gained_cases
-- The rows that come, by instance; it is born with them if its first row is one.
-- grain:  one row per instance_id that gains a row
select
    cases.instance_id,
    count(*) as n_gained,
    cases.instance_id = min(cases.row_id) as is_born
from cases
inner join added_rows
    on cases.row_id = added_rows.row_id
group by cases.instance_id;

-- stage: gained_population(count)
-- The instances that gain rows, weighing what comes.
-- grain:  one row per instance
select
    population.instance_id,
    population.label_id,
    population.code,
    case
        when $count = 'rows' then gained_cases.n_gained
        else 1
    end as weight,
    population.n_rows,
    population.case_values
from gained_cases
inner join population
    on gained_cases.instance_id = population.instance_id
where $count = 'rows' or gained_cases.is_born;

-- stage: touched_instances
-- The instances with other rows than before, or with the features of such.
-- grain:  one row per instance_id
with changed_ids as (
    select instance_id
    from gained_cases
    union
    select new_id as instance_id
    from moves
    where new_id is not null
),

changed_codes as (
    select instances.code
    from instances
    inner join changed_ids
        on instances.instance_id = changed_ids.instance_id
),

twins_before as (
    select coalesce(moves.new_id, touched_codes_before.old_id) as instance_id
    from touched_codes_before
    left join moves
        on touched_codes_before.old_id = moves.old_id
)

select instance_id
from instances
where code in (select changed_codes.code from changed_codes)
union
select twins_before.instance_id
from twins_before
inner join instances
    on twins_before.instance_id = instances.instance_id;

-- stage: gained_candidates
-- The instances that may be answers now and might not before.
-- grain:  one row per instance
select population.*
from population
where
    population.instance_id in (
        select gained_cases.instance_id
        from gained_cases
        where gained_cases.is_born
    );

-- stage: newly_eligible(min_support, min_share) into gained_candidates
-- The instances that may be answers now and might not before, by what they need.
-- grain:  one row per instance
with known as (
    select coalesce(moves.new_id, candidates_before.instance_id) as instance_id
    from candidates_before
    left join moves
        on candidates_before.instance_id = moves.old_id
)

select population.*
from population
left join contradicted_codes
    on population.code = contradicted_codes.code
where
    population.n_rows >= $min_support
    and share(
        population.n_rows,
        coalesce(contradicted_codes.n_rows, population.n_rows)
    ) >= $min_share
    and population.instance_id not in (select known.instance_id from known);

-- stage: lost_candidates(any_loss)
-- The instances that were answers perhaps, and are gone, by the ids they had.
--
-- Of several parts of an instance the first is an answer: which it is may be another
-- where one loses its first row.
-- grain:  one row per old_id
select old_id
from moves
where new_id is null or $any_loss;

-- stage: no_more_eligible(min_support, min_share, any_loss) into lost_candidates
-- The instances that might be answers and may not any more, by the ids they had.
-- grain:  one row per old_id
select candidates_before.instance_id as old_id
from candidates_before
left join moves
    on candidates_before.instance_id = moves.old_id
left join population
    on
        case
            when moves.old_id is null then candidates_before.instance_id
            else moves.new_id
        end = population.instance_id
left join contradicted_codes
    on population.code = contradicted_codes.code
where
    population.instance_id is null
    or (moves.old_id is not null and $any_loss)
    or population.n_rows < $min_support
    or share(
        population.n_rows,
        coalesce(contradicted_codes.n_rows, population.n_rows)
    ) < $min_share;

-- stage: wanted_targets
-- The instances that are asked about now.
-- grain:  one row per instance_id
select distinct instance_id
from asked_rows;

-- stage: known_targets
-- The instances that were asked about before and are now, by both ids.
-- grain:  one row per instance_id
with asked_before as (
    select instance_id as old_id
    from known_told
),

moved as (
    select
        asked_before.old_id,
        case
            when moves.old_id is null then asked_before.old_id
            else moves.new_id
        end as instance_id
    from asked_before
    left join moves
        on asked_before.old_id = moves.old_id
)

select
    moved.old_id,
    moved.instance_id
from moved
inner join wanted_targets
    on moved.instance_id = wanted_targets.instance_id;

-- stage: lost_pairs(each)
-- The pairs whose answer may be one no more, each with its question.
-- grain:  one row per (from_id, to_id)
select
    known_pairs.from_id,
    known_pairs.to_id,
    known_pairs.distance,
    case when $each then known_instances.label end as target_label
from known_pairs
inner join known_instances
    on known_pairs.to_id = known_instances.instance_id
where known_pairs.to_id in (select lost_candidates.old_id from lost_candidates);

-- stage: reopened(each, any_loss)
-- The instances that lost all answers at one distance, or any: they search again.
-- grain:  one row per old_id
with of_losers as (
    select
        known_pairs.from_id,
        known_pairs.distance,
        case when $each then known_instances.label end as target_label,
        lost_pairs.to_id is not null as is_lost
    from known_pairs
    inner join known_instances
        on known_pairs.to_id = known_instances.instance_id
    left join lost_pairs
        on
            known_pairs.from_id = lost_pairs.from_id
            and known_pairs.to_id = lost_pairs.to_id
    where
        known_pairs.from_id in (select losers.from_id from lost_pairs as losers)
),

by_distance as (
    select
        from_id,
        bool_and(is_lost) as are_all_lost
    from of_losers
    group by from_id, distance, target_label
)

select distinct from_id as old_id
from by_distance
where $any_loss or are_all_lost;

-- stage: opened
-- The instances that search among all: those that are new, and those that lost.
-- grain:  one row per instance_id
select wanted_targets.instance_id
from wanted_targets
left join known_targets
    on wanted_targets.instance_id = known_targets.instance_id
where
    known_targets.instance_id is null
    or known_targets.old_id in (select reopened.old_id from reopened);

-- stage: listed_targets into targets
-- The instances that are listed, as a search or the ranking takes them.
-- grain:  one row per instance
select
    population.instance_id,
    population.label_id,
    population.code,
    population.case_values
from population
inner join listed_instances
    on population.instance_id = listed_instances.instance_id;

-- stage: bounds(each, n_nearest, n_targets, furthest)
-- How far each of the other instances has to look among answers that are new.
--
-- As far as its furthest answer; and as far as possible, if it has not all answers
-- that it wants. For a label of its own there is none to want.
-- grain:  one row per instance_id
with answered as (
    select
        known_pairs.from_id,
        case when $each then known_instances.label end as target_label,
        count(distinct known_pairs.distance) as n_distances,
        max(known_pairs.distance) as distance
    from known_pairs
    inner join known_instances
        on known_pairs.to_id = known_instances.instance_id
    group by
        known_pairs.from_id,
        case when $each then known_instances.label end
),

complete as (
    select
        from_id,
        max(distance) as distance
    from answered
    group by from_id
    having
        min(n_distances) >= $n_nearest
        and count(*) >= $n_targets
)

select
    known_targets.instance_id,
    coalesce(complete.distance, $furthest) as bound
from known_targets
left join complete
    on known_targets.old_id = complete.from_id
where
    known_targets.instance_id not in (select opened.instance_id from opened);

-- stage: nearest_bounds(furthest) into bounds
-- The same where one distance is asked for: as far as the minimal answers are.
-- grain:  one row per instance_id
select
    known_targets.instance_id,
    coalesce(known_summaries.min_distance, $furthest) as bound
from known_targets
left join known_summaries
    on known_targets.old_id = known_summaries.from_id
anti join opened
    on known_targets.instance_id = opened.instance_id;

-- stage: near_pairs(target_id) into minimal
-- All counterfactuals among the new ones that are as near as they have to be.
-- grain:  one row per (from_id, to_id)
with bounded as (
    select
        population.instance_id,
        population.label_id,
        population.code,
        population.case_values,
        bounds.bound
    from population
    inner join bounds
        on population.instance_id = bounds.instance_id
)

select
    bounded.instance_id as from_id,
    gained_candidates.instance_id as to_id,
    hamming(bounded.code, gained_candidates.code) as distance
from bounded
inner join gained_candidates
    on
        hamming(bounded.code, gained_candidates.code) <= bounded.bound
        and bounded.label_id <> gained_candidates.label_id
        and frozen_agree(bounded.code, gained_candidates.code)
        and required(bounded.case_values, gained_candidates.case_values)
where
    hamming(bounded.code, gained_candidates.code) > 0
    and gained_candidates.label_id
    = coalesce($target_id, gained_candidates.label_id);

-- fetch: bound_sizes
-- How many instances have to look how far.
-- grain:  one row per bound
select
    bound,
    count(*) as n_targets
from bounds
group by bound
order by bound;

-- stage: bounded_instances(bound) into listed_instances
-- The instances that have to look so far.
-- grain:  one row per instance_id
select instance_id
from bounds
where bound = $bound;

-- stage: nothing_found into found
-- No pair yet.
-- grain:  no row
select
    from_id,
    to_id,
    distance
from known_pairs
where false;

-- append: found
-- The pairs that a search found, with those of the searches before.
-- grain:  one row per (from_id, to_id)
select minimal.*
from minimal;

-- stage: changed_balls
-- What hyperballs lose and gain, by the ids and numbers of now.
-- grain:  one row per (centre_id, radius, label_id) with a change
with all_changes as (
    select
        coalesce(moves.new_id, lost_balls.centre_id) as centre_id,
        lost_balls.radius,
        coalesce(renumbered_labels.new_label_id, lost_balls.label_id)
            as label_id,
        -lost_balls.n_rows as n_rows
    from lost_balls
    left join moves
        on lost_balls.centre_id = moves.old_id
    left join renumbered_labels
        on lost_balls.label_id = renumbered_labels.label_id
    where moves.old_id is null or moves.new_id is not null
    union all
    select
        centre_id,
        radius,
        label_id,
        n_rows
    from gained_balls
)

select
    all_changes.centre_id,
    all_changes.radius,
    all_changes.label_id,
    population.label_id as centre_label_id,
    cast(sum(all_changes.n_rows) as bigint) as n_rows
from all_changes
inner join population
    on all_changes.centre_id = population.instance_id
group by
    all_changes.centre_id,
    all_changes.radius,
    all_changes.label_id,
    population.label_id
having sum(all_changes.n_rows) <> 0;

-- stage: ball_changes
-- The same for all classes together.
-- grain:  one row per (centre_id, radius) with a change
select
    centre_id,
    radius,
    cast(sum(n_rows) as bigint) as n_rows,
    total(n_rows, label_id <> centre_label_id) as n_unlike
from changed_balls
group by centre_id, radius;

-- stage: changed_label_balls into label_balls
-- The stored hyperballs as they are now.
-- grain:  one row per (centre_id, radius, label_id) with rows in it
with moved_balls as (
    select
        known_balls.*,
        coalesce(moves.new_id, known_balls.centre_id) as new_centre_id
    from known_balls
    left join moves
        on known_balls.centre_id = moves.old_id
    where moves.old_id is null or moves.new_id is not null
),

kept_balls as (
    select
        moved_balls.new_centre_id as centre_id,
        moved_balls.radius,
        moved_balls.label_id,
        moved_balls.n_rows + coalesce(changed_balls.n_rows, 0) as n_rows,
        moved_balls.power + coalesce(ball_changes.n_unlike, 0) as power,
        moved_balls.ball_size + coalesce(ball_changes.n_rows, 0) as ball_size
    from moved_balls
    left join ball_changes
        on
            moved_balls.new_centre_id = ball_changes.centre_id
            and moved_balls.radius = ball_changes.radius
    left join changed_balls
        on
            moved_balls.new_centre_id = changed_balls.centre_id
            and moved_balls.radius = changed_balls.radius
            and moved_balls.label_id = changed_balls.label_id
),

new_labels as (
    select
        changed_balls.centre_id,
        changed_balls.radius,
        changed_balls.label_id,
        changed_balls.n_rows
    from changed_balls
    anti join kept_balls
        on
            changed_balls.centre_id = kept_balls.centre_id
            and changed_balls.radius = kept_balls.radius
            and changed_balls.label_id = kept_balls.label_id
    where changed_balls.label_id <> changed_balls.centre_label_id
)

select
    centre_id,
    radius,
    label_id,
    n_rows,
    power,
    ball_size
from kept_balls
where n_rows > 0
union all
select
    new_labels.centre_id,
    new_labels.radius,
    new_labels.label_id,
    new_labels.n_rows,
    any_value(kept_balls.power) as power,
    any_value(kept_balls.ball_size) as ball_size
from new_labels
inner join kept_balls
    on
        new_labels.centre_id = kept_balls.centre_id
        and new_labels.radius = kept_balls.radius
group by
    new_labels.centre_id,
    new_labels.radius,
    new_labels.label_id,
    new_labels.n_rows;

-- stage: paired_anew
-- The instances that have other answers to choose from, or by other ids.
-- grain:  one row per instance_id
with moved_pairs as (
    select known_pairs.from_id
    from known_pairs
    inner join moves
        on known_pairs.to_id = moves.old_id
    where moves.new_id <> moves.old_id
)

select instance_id
from opened
union
select from_id as instance_id
from found
union
select instance_id
from known_targets
where
    old_id <> instance_id
    or old_id in (select lost_pairs.from_id from lost_pairs)
    or old_id in (select moved_pairs.from_id from moved_pairs);

-- stage: kept_known
-- The stored pairs of these instances that hold, by the ids of now.
-- grain:  one row per (from_id, to_id)
select
    known_targets.instance_id as from_id,
    coalesce(moves.new_id, known_pairs.to_id) as to_id,
    known_pairs.distance
from known_pairs
inner join known_targets
    on known_pairs.from_id = known_targets.old_id
semi join paired_anew
    on known_targets.instance_id = paired_anew.instance_id
anti join lost_candidates
    on known_pairs.to_id = lost_candidates.old_id
anti join opened
    on known_targets.instance_id = opened.instance_id
left join moves
    on known_pairs.to_id = moves.old_id;

-- stage: merged_pairs(each, n_nearest) into minimal
-- The minimal counterfactuals of these instances: those known and those found.
--
-- Only who has found some may have too many.
-- grain:  one row per (from_id, to_id)
with all_pairs as (
    select
        kept_known.from_id,
        kept_known.to_id,
        kept_known.distance
    from kept_known
    semi join found
        on kept_known.from_id = found.from_id
    union
    select
        from_id,
        to_id,
        distance
    from found
),

placed_pairs as (
    select
        all_pairs.from_id,
        all_pairs.to_id,
        all_pairs.distance,
        dense_rank() over (
            partition by
                all_pairs.from_id,
                case when $each then population.label_id end
            order by all_pairs.distance
        ) as place
    from all_pairs
    inner join population
        on all_pairs.to_id = population.instance_id
)

select
    from_id,
    to_id,
    distance
from placed_pairs
where place <= $n_nearest
union all
select
    kept_known.from_id,
    kept_known.to_id,
    kept_known.distance
from kept_known
anti join found
    on kept_known.from_id = found.from_id;

-- stage: unknown_centres into centres
-- The hyperballs of these pairs that are not stored: they are counted.
-- grain:  one row per (centre_id, radius)
with radii as (
    select distinct
        minimal.to_id as centre_id,
        minimal.distance as radius
    from minimal
    anti join label_balls
        on
            minimal.to_id = label_balls.centre_id
            and minimal.distance = label_balls.radius
)

select
    centre_id,
    radius,
    max(radius) over (partition by centre_id) as largest_radius
from radii;

-- append: all_balls into label_balls
-- The hyperballs that were counted, beside those that are stored.
-- grain:  one row per (centre_id, radius, label_id) with rows in it
select counted_balls.*
from counted_balls;

-- stage: affected
-- The instances with other answers, or with one of another power.
-- grain:  one row per instance_id
with other_powers as (
    select
        centre_id,
        radius
    from ball_changes
    where n_unlike <> 0
),

near_pairs as (
    select distinct known_pairs.from_id
    from known_pairs
    semi join other_powers
        on
            known_pairs.to_id = other_powers.centre_id
            and known_pairs.distance = other_powers.radius
)

select
    population.instance_id,
    population.label_id,
    true as is_anew
from population
semi join paired_anew
    on population.instance_id = paired_anew.instance_id
union all
select
    population.instance_id,
    population.label_id,
    false as is_anew
from near_pairs
inner join known_targets
    on near_pairs.from_id = known_targets.old_id
anti join paired_anew
    on known_targets.instance_id = paired_anew.instance_id
inner join population
    on known_targets.instance_id = population.instance_id;

-- stage: weighed_pairs(n_targets) into measured_pairs
-- All pairs of affected instances, with their powers of now.
-- grain:  one row per (from_id, to_id)
with changed_pairs as (
    select
        minimal.from_id,
        minimal.to_id,
        minimal.distance,
        targets.label_id,
        disagreement(targets.code, answers.code) as disagreement
    from minimal
    inner join targets
        on minimal.from_id = targets.instance_id
    inner join population as answers
        on minimal.to_id = answers.instance_id
    union all
    select
        known_pairs.from_id,
        known_pairs.to_id,
        known_pairs.distance,
        affected.label_id,
        known_pairs.disagreement
    from known_pairs
    inner join affected
        on known_pairs.from_id = affected.instance_id
    where not affected.is_anew
),

target_labels as (
    select
        instance_id,
        label_id
    from population
    where $n_targets > 1
)

select
    changed_pairs.from_id,
    changed_pairs.to_id,
    changed_pairs.distance,
    changed_pairs.from_id * $n_targets
    + coalesce(target_labels.label_id, 0) % $n_targets as question_id,
    changed_pairs.disagreement,
    label_balls.power
from changed_pairs
inner join label_balls
    on
        changed_pairs.to_id = label_balls.centre_id
        and changed_pairs.distance = label_balls.radius
        and changed_pairs.label_id = label_balls.label_id
left join target_labels
    on changed_pairs.to_id = target_labels.instance_id;

-- stage: renumbered_sets
-- The stored sets of features, each with its number in the layout of now.
-- grain:  one row per disagreement
with members as (
    select
        disagreement,
        unnest(features).feature as feature
    from known_sets
)

select
    members.disagreement,
    bit_or(feature_bits.own_bit) as new_disagreement
from members
inner join feature_bits
    on members.feature = feature_bits.feature
group by members.disagreement;

-- stage: other_sets
-- Of these, the sets that have another number now.
-- grain:  one row per disagreement
select
    disagreement,
    new_disagreement
from renumbered_sets
where new_disagreement <> disagreement;

-- stage: other_first_sets
-- The same for the column that has the first answer's.
-- grain:  one row per optimal_disagreement
select
    disagreement as optimal_disagreement,
    new_disagreement as new_optimal_disagreement
from other_sets;

-- What is written.

-- stage: all_summaries
-- What there is to say of all instances that have a counterfactual.
-- grain:  one row per from_id
select known_summaries.*
from known_summaries
semi join known_targets
    on
        known_summaries.from_id = known_targets.old_id
        and known_summaries.from_id = known_targets.instance_id
anti join affected
    on known_summaries.from_id = affected.instance_id
union all by name
select instance_summaries.*
from instance_summaries;

-- stage: summaries_before
-- What there was to say of affected instances, by the ids of now.
-- grain:  one row per from_id
select
    known_targets.instance_id as from_id,
    known_summaries.min_distance,
    known_summaries.n_optimal,
    coalesce(moves.new_id, known_summaries.optimal_to_id) as optimal_to_id,
    known_summaries.optimal_disagreement,
    known_summaries.power
from known_summaries
inner join known_targets
    on known_summaries.from_id = known_targets.old_id
semi join affected
    on known_targets.instance_id = affected.instance_id
left join moves
    on known_summaries.optimal_to_id = moves.old_id;

-- stage: other_firsts
-- The instances whose first optimal answer is another.
-- grain:  one row per instance_id
select
    coalesce(summaries_before.from_id, instance_summaries.from_id)
        as instance_id
from summaries_before
full join instance_summaries
    on summaries_before.from_id = instance_summaries.from_id
where
    summaries_before.optimal_to_id
    is distinct from instance_summaries.optimal_to_id
    or summaries_before.optimal_disagreement
    is distinct from instance_summaries.optimal_disagreement;

-- stage: other_ties(is_plain)
-- The instances with as many optimal answers as before, the first the same, and
-- another among them; or perhaps, where it is not their power that decides.
-- grain:  one row per instance_id
with tied as (
    select
        instance_summaries.from_id,
        summaries_before.power
    from instance_summaries
    inner join summaries_before
        on
            instance_summaries.from_id = summaries_before.from_id
            and instance_summaries.n_optimal = summaries_before.n_optimal
            and instance_summaries.optimal_to_id
            = summaries_before.optimal_to_id
    where instance_summaries.n_optimal > 1
),

same_pairs as (
    select
        optimal_pairs.from_id,
        optimal_pairs.to_id
    from optimal_pairs
    inner join tied
        on optimal_pairs.from_id = tied.from_id
    inner join known_balls
        on
            optimal_pairs.to_id = known_balls.centre_id
            and optimal_pairs.distance = known_balls.radius
            and tied.power = known_balls.power
    anti join paired_anew
        on optimal_pairs.from_id = paired_anew.instance_id
    where $is_plain
)

select distinct optimal_pairs.from_id as instance_id
from optimal_pairs
semi join tied
    on optimal_pairs.from_id = tied.from_id
anti join same_pairs
    on
        optimal_pairs.from_id = same_pairs.from_id
        and optimal_pairs.to_id = same_pairs.to_id;

-- stage: retold
-- The instances with other optimal answers than before, whatever these tell.
-- grain:  one row per instance_id
select instance_id
from other_firsts
union
select instance_summaries.from_id as instance_id
from instance_summaries
inner join summaries_before
    on instance_summaries.from_id = summaries_before.from_id
where instance_summaries.n_optimal <> summaries_before.n_optimal
union
select instance_id
from other_ties;

-- stage: rows_before
-- The rows of these instances, as they were asked about before.
-- grain:  one row per row_id
select
    known_asked.row_id,
    known_asked.instance_id
from known_asked
inner join asked_rows
    on known_asked.row_id = asked_rows.row_id
semi join retold
    on asked_rows.instance_id = retold.instance_id;

-- stage: rows_now
-- The rows of these instances, as they are asked about now.
-- grain:  one row per row_id
select
    asked_rows.row_id,
    asked_rows.instance_id
from asked_rows
inner join rows_before
    on asked_rows.row_id = rows_before.row_id;

-- stage: retold_labels
-- The labels of these rows, which stay.
-- grain:  one row per row_id
select
    rows_before.row_id,
    known_instances.label
from rows_before
inner join known_instances
    on rows_before.instance_id = known_instances.instance_id;

-- stage: respelled_instances into named_instances
-- The instances that are spelled anew: what is another, and what was not named yet.
-- grain:  one row per instance_id
with all_named as (
    select instance_id
    from wanted_targets
    union
    select to_id as instance_id
    from minimal
)

select all_named.instance_id
from all_named
anti join known_instances
    on all_named.instance_id = known_instances.instance_id
union
select instance_id
from touched_instances;

-- stage: dropped_instances
-- The stored instances that go, or are spelled anew.
-- grain:  one row per instance_id
select old_id as instance_id
from moves
union
select instance_id
from named_instances;

-- view: all_spelled into spelled_instances
-- All instances in words: those that are stored and stay, and those spelled anew.
-- grain:  one row per instance_id
select known_instances.*
from known_instances
anti join dropped_instances
    on known_instances.instance_id = dropped_instances.instance_id
union all by name
select respelled_words.*
from respelled_words;

-- stage: told_anew
-- The instances that other words are for: with another answer first, or other rows,
-- or without an answer.
-- grain:  one row per instance_id
select instance_id
from other_firsts
union
select wanted_targets.instance_id
from wanted_targets
anti join all_summaries
    on wanted_targets.instance_id = all_summaries.from_id
union
select wanted_targets.instance_id
from wanted_targets
semi join touched_instances
    on wanted_targets.instance_id = touched_instances.instance_id
union
select all_summaries.from_id as instance_id
from all_summaries
semi join touched_instances
    on all_summaries.optimal_to_id = touched_instances.instance_id
union
select wanted_targets.instance_id
from wanted_targets
anti join known_told
    on wanted_targets.instance_id = known_told.instance_id;

-- stage: left_unanswered into listed_instances
-- Of these, the instances without an answer.
-- grain:  one row per instance_id
select told_anew.instance_id
from told_anew
anti join all_summaries
    on told_anew.instance_id = all_summaries.from_id;

-- view: told_firsts into first_pairs
-- Of these, the optimal counterfactual that is listed first.
-- grain:  one row per from_id
select
    all_summaries.from_id,
    all_summaries.optimal_to_id as to_id,
    all_summaries.optimal_disagreement as disagreement
from all_summaries
semi join told_anew
    on all_summaries.from_id = told_anew.instance_id;

-- stage: new_told
-- Their words, staged before what they are made of is written anew.
-- grain:  one row per instance_id
select told_words.*
from told_words;

-- stage: dropped_told
-- The instances whose words go, or are written anew.
-- grain:  one row per instance_id
select known_told.instance_id
from known_told
anti join wanted_targets
    on known_told.instance_id = wanted_targets.instance_id
union
select instance_id
from told_anew;

-- stage: dropped_pairs
-- Of whom stored pairs go, or are written anew.
-- grain:  one row per from_id
select known_told.instance_id as from_id
from known_told
anti join wanted_targets
    on known_told.instance_id = wanted_targets.instance_id
union
select known_targets.old_id as from_id
from known_targets
semi join paired_anew
    on known_targets.instance_id = paired_anew.instance_id;

-- stage: new_pairs
-- The pairs that are written.
-- grain:  one row per (from_id, to_id)
select
    pairs.from_id,
    pairs.to_id,
    pairs.distance,
    pairs.disagreement
from pairs
semi join paired_anew
    on pairs.from_id = paired_anew.instance_id;

-- stage: new_asked
-- The rows that are asked about and are not stored so.
-- grain:  one row per row_id
select
    asked_rows.row_id,
    asked_rows.instance_id
from asked_rows
left join known_asked
    on asked_rows.row_id = known_asked.row_id
where asked_rows.instance_id is distinct from known_asked.instance_id;

-- stage: dropped_asked
-- The stored rows that are not asked about so any more.
-- grain:  one row per row_id
select known_asked.row_id
from known_asked
left join asked_rows
    on known_asked.row_id = asked_rows.row_id
where known_asked.instance_id is distinct from asked_rows.instance_id;

-- stage: new_sets
-- The sets of features that are not stored yet.
-- grain:  one row per disagreement
select disagreement_sets.*
from disagreement_sets
where
    disagreement_sets.disagreement not in (
        select known_sets.disagreement
        from known_sets
    );

-- view: all_sets into disagreement_sets
-- All sets of features: those that are stored, and those that are not yet.
-- grain:  one row per disagreement
select known_sets.*
from known_sets
union all by name
select new_sets.*
from new_sets;
