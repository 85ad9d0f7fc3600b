-- Follow: a stored ranking is brought up to date with what changed, and no more.
--
-- Instances go by the ids of their first rows, and rows that come have greater ids
-- than all others: an instance keeps its id unless its first row goes. What was in
-- balls and goes is counted before the change, what comes after it. `affected` are the
-- instances that anything is different for; all others are told what they were told.

-- stage: labels_before
-- The classes and their numbers, before the change.
-- grain:  one row per label
select
    label,
    label_id
from labels;

-- fetch: other_labels
-- A class that is new, gone, or has another number.
-- grain:  one row per label
select coalesce(labels_before.label, labels.label) as label
from labels_before
full join labels
    on labels_before.label = labels.label
where labels_before.label_id is distinct from labels.label_id
order by label
limit 1;

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
with by_instance as (
    select
        count(*) as n_pairs,
        exp(-sum(ball_size) * $n_changed / $n_rows) as far_share
    from stored_pairs
    group by from_id
)

select
    cast(coalesce(sum(n_pairs), 0) as bigint) as n_pairs,
    coalesce(sum(n_pairs * (1 - far_share)), 0) as n_near
from by_instance;

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

-- view: mapped_pairs into minimal
-- The answers of a stored ranking, by the ids that they have now.
-- grain:  one row per (from_id, to_id)
select
    known_pairs.distance,
    coalesce(moves.new_id, known_pairs.to_id) as to_id
from known_pairs
left join moves
    on known_pairs.to_id = moves.old_id;

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
    select distinct instance_id as old_id
    from known_asked
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
-- What hyperballs lose and gain, by the ids that their centres have now.
-- grain:  one row per (centre_id, radius, label_id) with a change
with all_changes as (
    select
        coalesce(moves.new_id, lost_balls.centre_id) as centre_id,
        lost_balls.radius,
        lost_balls.label_id,
        -lost_balls.n_rows as n_rows
    from lost_balls
    left join moves
        on lost_balls.centre_id = moves.old_id
    union all
    select
        centre_id,
        radius,
        label_id,
        n_rows
    from gained_balls
)

select
    centre_id,
    radius,
    label_id,
    cast(sum(n_rows) as bigint) as n_rows
from all_changes
group by centre_id, radius, label_id
having sum(n_rows) <> 0;

-- stage: affected
-- The instances that something is different for.
-- grain:  one row per instance_id
with other_balls as (
    select distinct
        centre_id,
        radius
    from changed_balls
),

moved_pairs as (
    select
        known_targets.instance_id,
        coalesce(moves.new_id, known_pairs.to_id) as to_id,
        known_pairs.distance,
        moves.old_id is not null as is_moved
    from known_pairs
    inner join known_targets
        on known_pairs.from_id = known_targets.old_id
    left join moves
        on known_pairs.to_id = moves.old_id
),

answered as (
    select distinct instance_id
    from moved_pairs
)

select instance_id
from opened
union
select from_id as instance_id
from found
union
select asked_rows.instance_id
from asked_rows
anti join known_asked
    on asked_rows.row_id = known_asked.row_id
union
select instance_id
from known_targets
where
    old_id <> instance_id
    or old_id in (select lost_pairs.from_id from lost_pairs)
    or instance_id not in (select answered.instance_id from answered)
union
select touched_instances.instance_id
from touched_instances
inner join wanted_targets
    on touched_instances.instance_id = wanted_targets.instance_id
union
select moved_pairs.instance_id
from moved_pairs
inner join other_balls
    on
        moved_pairs.to_id = other_balls.centre_id
        and moved_pairs.distance = other_balls.radius
union
select instance_id
from moved_pairs
where
    is_moved
    or to_id in (select touched_instances.instance_id from touched_instances);

-- stage: kept_known
-- The stored pairs of affected instances that hold, by the ids of now.
-- grain:  one row per (from_id, to_id)
select
    known_targets.instance_id as from_id,
    coalesce(moves.new_id, known_pairs.to_id) as to_id,
    known_pairs.distance,
    known_pairs.power,
    known_pairs.ball_size,
    known_pairs.universality
from known_pairs
inner join known_targets
    on known_pairs.from_id = known_targets.old_id
inner join affected
    on known_targets.instance_id = affected.instance_id
left join moves
    on known_pairs.to_id = moves.old_id
where
    known_pairs.to_id not in (
        select lost_candidates.old_id
        from lost_candidates
    )
    and known_targets.instance_id not in (
        select opened.instance_id
        from opened
    );

-- stage: merged_pairs(each, n_nearest) into minimal
-- The minimal counterfactuals of affected instances: those known and those found.
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

-- stage: known_balls
-- What stored pairs tell of hyperballs: their size, and the rows like each end.
--
-- The rest is of no label: nothing asks of which it is.
-- grain:  one row per (centre_id, radius, label_id)
with told as (
    select distinct
        kept_known.to_id as centre_id,
        kept_known.distance as radius,
        population.label_id,
        kept_known.ball_size,
        kept_known.power,
        cast(
            round(kept_known.universality * kept_known.ball_size) as bigint
        ) as n_like_from
    from kept_known
    inner join population
        on kept_known.from_id = population.instance_id
),

whole_balls as (
    select
        centre_id,
        radius,
        any_value(ball_size) as ball_size,
        any_value(power) as power,
        cast(sum(n_like_from) as bigint) as n_told
    from told
    group by centre_id, radius
)

select
    centre_id,
    radius,
    label_id,
    n_like_from as n_rows
from told
union all
select
    whole_balls.centre_id,
    whole_balls.radius,
    population.label_id,
    whole_balls.ball_size - whole_balls.power as n_rows
from whole_balls
inner join population
    on whole_balls.centre_id = population.instance_id
union all
select
    centre_id,
    radius,
    cast(-1 as bigint) as label_id,
    power - n_told as n_rows
from whole_balls;

-- stage: unknown_centres into centres
-- The hyperballs that stored pairs do not tell enough of: these are counted.
-- grain:  one row per (centre_id, radius)
with asked_balls as (
    select distinct
        minimal.to_id as centre_id,
        minimal.distance as radius,
        targets.label_id
    from minimal
    inner join targets
        on minimal.from_id = targets.instance_id
),

radii as (
    select distinct
        asked_balls.centre_id,
        asked_balls.radius
    from asked_balls
    anti join known_balls
        on
            asked_balls.centre_id = known_balls.centre_id
            and asked_balls.radius = known_balls.radius
            and asked_balls.label_id = known_balls.label_id
)

select
    centre_id,
    radius,
    max(radius) over (partition by centre_id) as largest_radius
from radii;

-- stage: all_balls into balls
-- The hyperballs of affected instances: as known and changed, or as counted.
-- grain:  one row per (centre_id, radius, label_id)
with all_parts as (
    select
        known_balls.centre_id,
        known_balls.radius,
        known_balls.label_id,
        known_balls.n_rows
    from known_balls
    anti join counted_centres
        on
            known_balls.centre_id = counted_centres.centre_id
            and known_balls.radius = counted_centres.radius
    union all
    select
        changed_balls.centre_id,
        changed_balls.radius,
        changed_balls.label_id,
        changed_balls.n_rows
    from changed_balls
    semi join known_balls
        on
            changed_balls.centre_id = known_balls.centre_id
            and changed_balls.radius = known_balls.radius
    anti join counted_centres
        on
            changed_balls.centre_id = counted_centres.centre_id
            and changed_balls.radius = counted_centres.radius
    union all
    select
        counted_balls.centre_id,
        counted_balls.radius,
        counted_balls.label_id,
        counted_balls.n_rows
    from counted_balls
)

select
    centre_id,
    radius,
    label_id,
    cast(sum(n_rows) as bigint) as n_rows
from all_parts
group by centre_id, radius, label_id;

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

-- What is written.

-- stage: affected_rows into asked_rows
-- The rows that something is different for.
-- grain:  one row per row_id
select
    asked_rows.row_id,
    asked_rows.instance_id
from asked_rows
inner join affected
    on asked_rows.instance_id = affected.instance_id;

-- stage: retold
-- The instances with other optimal answers than before, whatever these tell.
-- grain:  one row per instance_id
with optimal_before as (
    select
        known_targets.instance_id,
        list(
            coalesce(moves.new_id, known_pairs.to_id)
            order by coalesce(moves.new_id, known_pairs.to_id)
        ) as to_ids
    from known_pairs
    inner join known_targets
        on known_pairs.from_id = known_targets.old_id
    inner join affected
        on known_targets.instance_id = affected.instance_id
    left join moves
        on known_pairs.to_id = moves.old_id
    where known_pairs.pair_rank = 1
    group by known_targets.instance_id
),

optimal_now as (
    select
        from_id as instance_id,
        list(to_id order by to_id) as to_ids
    from ranked_pairs
    where pair_rank = 1
    group by from_id
)

select
    coalesce(optimal_before.instance_id, optimal_now.instance_id)
        as instance_id
from optimal_before
full join optimal_now
    on optimal_before.instance_id = optimal_now.instance_id
where optimal_before.to_ids is distinct from optimal_now.to_ids;

-- stage: rows_before
-- The rows of these instances, as they were asked about before.
-- grain:  one row per row_id
select
    known_asked.row_id,
    known_asked.instance_id
from known_asked
inner join asked_rows
    on known_asked.row_id = asked_rows.row_id
inner join retold
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
with told_instances as (
    select instance_id
    from affected
    union
    select to_id as instance_id
    from minimal
)

select told_instances.instance_id
from told_instances
anti join known_instances
    on told_instances.instance_id = known_instances.instance_id
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

-- stage: dropped_pairs
-- Of whom stored pairs go, or are written anew.
-- grain:  one row per from_id
select known_asked.instance_id as from_id
from known_asked
left join known_targets
    on known_asked.instance_id = known_targets.old_id
where
    known_targets.old_id is null
    or known_targets.instance_id in (select affected.instance_id from affected)
group by known_asked.instance_id;

-- stage: dropped_rows
-- The rows whose summary goes, or is written anew.
-- grain:  one row per row_id
select known_asked.row_id
from known_asked
left join all_asked
    on known_asked.row_id = all_asked.row_id
where
    all_asked.row_id is null
    or all_asked.instance_id in (select affected.instance_id from affected)
    or known_asked.instance_id <> all_asked.instance_id;

-- stage: new_asked
-- The rows that are asked about and are not stored so.
-- grain:  one row per row_id
select
    all_asked.row_id,
    all_asked.instance_id
from all_asked
left join known_asked
    on all_asked.row_id = known_asked.row_id
where all_asked.instance_id is distinct from known_asked.instance_id;

-- stage: dropped_asked
-- The stored rows that are not asked about so any more.
-- grain:  one row per row_id
select known_asked.row_id
from known_asked
left join all_asked
    on known_asked.row_id = all_asked.row_id
where known_asked.instance_id is distinct from all_asked.instance_id;

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

-- stage: answer_classes
-- The answers, each with the rows of its class now.
-- grain:  one row per to_id
with class_sizes as (
    select
        labels.label,
        cast(sum(population.weight) as bigint) as n_rows
    from population
    inner join labels
        on population.label_id = labels.label_id
    group by labels.label
)

select
    known_instances.instance_id as to_id,
    class_sizes.n_rows
from known_instances
inner join class_sizes
    on known_instances.label = class_sizes.label;
