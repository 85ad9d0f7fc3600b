-- Checked: what the checks look at, by the definitions.
--
-- Each checked row is compared with every case, cell by cell, without codes or plans;
-- beside that stand the factual explanations, the stored rankings with their
-- constraints, and the counterfactuals among half of the cases. checks.sql follows.

-- fetch: rows_in_turn(seed, most)
-- The rows to check, as long as there is time: of each class in turn, one that is
-- not contradicted and one that is.
--
-- Two that come together are of two classes. Another seed gives other rows.
-- grain:  one row per row_id
with kinds as (
    select
        cases.row_id,
        instances.label_id,
        instances.is_contradicted,
        row_number() over (
            partition by instances.label_id, instances.is_contradicted
            order by
                md5(concat($seed, ' ', cast(cases.row_id as varchar))),
                cases.row_id
        ) as place
    from cases
    inner join instances
        on cases.instance_id = instances.instance_id
    qualify place <= $most
),

turns as (
    select
        row_id,
        is_contradicted,
        row_number() over (
            partition by is_contradicted
            order by
                place,
                case when is_contradicted then -label_id else label_id end
        ) as turn
    from kinds
)

select row_id
from turns
order by turn, is_contradicted
limit $most;

-- fetch: asked_ids
-- The rows that were asked for.
-- grain:  one row per row_id
select row_id
from asked_rows
order by row_id;

-- fetch: checked_classes
-- How many rows of each class are checked, and how many of them are contradicted.
-- grain:  one row per label
select
    labels.label,
    count(*) as n_rows,
    count(*) filter (where instances.is_contradicted) as n_contradicted
from asked_rows
inner join instances
    on asked_rows.instance_id = instances.instance_id
inner join labels
    on instances.label_id = labels.label_id
group by labels.label, labels.label_id
order by labels.label_id;

-- stage: checked_features
-- A bit string for each feature, in which it is the only one set.
-- grain:  one row per feature_id
with sizes as (
    select max(feature_id) as n_features
    from features
)

select
    features.feature_id,
    features.feature,
    set_bit(
        cast(repeat('0', sizes.n_features) as bit),
        cast(features.feature_id - 1 as integer),
        1
    ) as own_bit
from features
cross join sizes;

-- stage: compared_cases
-- Every row that is checked with every case: on which features they differ.
--
-- This is the definition, cell by cell, without codes or plans.
-- grain:  one row per (row_id, other_id)
with own_texts as (
    select texts.*
    from texts
    inner join asked_rows
        on texts.row_id = asked_rows.row_id
),

pairs as (
    select
        own_texts.row_id,
        case_texts.row_id as other_id,
        list_zip(own_texts.feature_texts, case_texts.feature_texts)
            as both_cells
    from own_texts
    cross join texts as case_texts
),

differences as (
    select
        row_id,
        other_id,
        list_transform(
            both_cells,
            lambda cell: case
                when cell[1] is distinct from cell[2] then '1' else '0'
            end
        ) as bits
    from pairs
)

select
    differences.row_id,
    differences.other_id,
    own_labels.label <> other_labels.label as is_unlike,
    cast(array_to_string(differences.bits, '') as bit) as differing,
    bit_count(cast(array_to_string(differences.bits, '') as bit)) as distance
from differences
inner join row_labels as own_labels
    on differences.row_id = own_labels.row_id
inner join row_labels as other_labels
    on differences.other_id = other_labels.row_id;

-- stage: true_counterfactuals
-- The cases with another label that differ from a checked row, and the distance of
-- the nearest of them.
--
-- Contradictions, which the paper rules out, are not counterfactuals.
-- grain:  one row per (row_id, other_id)
select
    *,
    min(distance) over (partition by row_id) as least_distance
from compared_cases
where is_unlike and distance >= 1;

-- stage: case_sets
-- How many cases, of the row's label and of others, differ from a checked row
-- on just these features.
-- grain:  one row per (row_id, differing)
select
    row_id,
    differing,
    count(*) filter (where not is_unlike) as n_like,
    count(*) filter (where is_unlike) as n_unlike,
    min(other_id) filter (where is_unlike) as first_unlike_id
from compared_cases
group by row_id, differing;

-- stage: factual_sets
-- The features of each factual explanation, as the same bits.
-- grain:  one row per (row_id, features)
select
    factual.row_id,
    factual.features,
    factual.coverage,
    bit_or(
        case
            when list_contains(factual.features, checked_features.feature)
                then checked_features.own_bit
            else checked_features.own_bit & ~checked_features.own_bit
        end
    ) as fixed
from factual
cross join checked_features
group by factual.row_id, factual.features, factual.coverage;

-- append: stored_answers(ranking, options, orders)
-- The counterfactuals of the checked rows in a stored ranking, with the options that
-- it was made with, and the first change that goes the wrong way.
-- grain:  one row per (row_id, counterfactual_id)
with orders as (
    select unnest($orders) as own
),

directions as (
    select
        cast(own.feature as varchar) as feature,
        cast(own.how as varchar) as how,
        cast(own.words as varchar[]) as words,
        cast(own.is_down as boolean) as is_down
    from orders
),

moves as (
    select
        row_id,
        counterfactual_id,
        unnest(changes) as change_of
    from stored_ranked
    where row_id in (select asked_rows.row_id from asked_rows)
),

keyed_moves as (
    select
        moves.row_id,
        moves.counterfactual_id,
        directions.feature,
        directions.is_down,
        order_key(
            directions.how, directions.words, moves.change_of['from_value']
        ) as from_key,
        order_key(directions.how, directions.words, moves.change_of['to_value'])
            as to_key
    from moves
    inner join directions
        on moves.change_of['feature'] = directions.feature
),

wrong_ways as (
    select
        row_id,
        counterfactual_id,
        min(
            case when is_down then 'only-down ' else 'only-up ' end || feature
        ) as wrong_way
    from keyed_moves
    where
        not coalesce(
            case
                when is_down then to_key <= from_key
                else to_key >= from_key
            end,
            false
        )
    group by row_id, counterfactual_id
)

select
    cast($ranking as varchar) as ranking,
    cast(stored_ranked.row_id as varchar) as row_id,
    cast(stored_ranked.counterfactual_id as varchar) as counterfactual_id,
    stored_ranked.label,
    stored_ranked.counterfactual_label,
    stored_ranked.distance,
    stored_ranked.support,
    stored_ranked.share,
    feature_names(stored_ranked.changes) as changed,
    wrong_ways.wrong_way,
    cast($options as json) as options
from stored_ranked
left join wrong_ways
    on
        stored_ranked.row_id = wrong_ways.row_id
        and stored_ranked.counterfactual_id = wrong_ways.counterfactual_id
where stored_ranked.row_id in (select asked_rows.row_id from asked_rows);

-- stage: half_population into population
-- Half of the instances, drawn by their row ids.
-- grain:  one row per instance
select population.*
from population
inner join instances
    on population.instance_id = instances.instance_id
where md5(cast(instances.row_id as varchar)) < '8';

-- stage: half_pairs
-- The minimal counterfactuals of each row, where only half of the cases are known.
-- grain:  one row per (row_id, other_id)
select
    asked_rows.row_id,
    instances.row_id as other_id,
    minimal.distance
from minimal
inner join asked_rows
    on minimal.from_id = asked_rows.instance_id
inner join instances
    on minimal.to_id = instances.instance_id;

-- fetch: looked_at
-- What each check of checks.sql looks at, counted: a property of nothing is none.
--
-- Each column is called like its check.
-- grain:  one row
with sizes as (
    select
        (select count(*) from asked_rows) as n_rows,
        (select count(*) from ranked) as n_counterfactuals,
        (select coalesce(sum(len(changes)), 0) from ranked) as n_changes,
        (select count(*) from labels) as n_labels,
        (select count(*) from stored_answers) as n_stored,
        (select count(*) from half_pairs) as n_half,
        (select count(*) from factual_sets) as n_factual,
        (
            select count(*)
            from factual_sets
            inner join case_sets
                on factual_sets.row_id = case_sets.row_id
            where
                case_sets.n_unlike > 0 and bit_count(case_sets.differing) > 0
        ) as n_dual
)

select
    case when n_labels = 2 then n_counterfactuals else 0 end
        as capacity_is_universality,
    cast(n_changes as bigint) as changes_are_no_part_of_the_row,
    n_stored as constraints_hold,
    n_rows as counterfactual_unless_no_other_outcome,
    n_counterfactuals as counterfactuals_are_the_nearest,
    n_factual as factual_holds,
    n_factual as factual_is_minimal,
    n_dual as factual_meets_every_counterfactual,
    n_half as fewer_cases_give_no_other_counterfactual,
    n_counterfactuals as metrics_are_shares,
    n_counterfactuals as minimal_is_irreducible,
    n_counterfactuals as power_is_at_least_one,
    n_counterfactuals as row_and_changes_are_inconsistent,
    n_counterfactuals as row_is_in_the_ball
from sizes;
