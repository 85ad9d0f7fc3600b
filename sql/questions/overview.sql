-- Overview: stored results at a glance.
--
-- A ranking, then factual explanations. The queries read the result tables as users
-- do, or files of these.

-- stage: listed_first
-- Of each row, the optimal counterfactual that is listed first, so that every row
-- weighs the same.
--
-- Without row ids it is known by its changes; of cases with the same values and
-- other labels, the least typical one is taken.
-- grain:  one row per row_id
select
    ranked.row_id,
    ranked.typicality,
    ranked.capacity,
    ranked.universality,
    ranked.share,
    ranked.changes
from ranked
inner join summary
    on
        ranked.row_id = summary.row_id
        and ranked.counterfactual_id is not distinct from summary.optimal_id
        and ranked.explanation = summary.explanation
where ranked.is_optimal
qualify
    row_number() over (
        partition by ranked.row_id
        order by
            ranked.typicality asc,
            ranked.universality asc,
            ranked.counterfactual_label asc
    ) = 1;

-- fetch: headline
-- A ranking in one row: what a reader wants to know first.
-- grain:  one row
with answers as (
    select
        count(*) as n_rows,
        count(*) filter (where n_minimal = 0) as n_unanswered,
        count(*) filter (where is_contradicted) as n_contradicted,
        count(*) filter (where is_unique) as n_unique,
        cast(coalesce(sum(n_minimal), 0) as bigint) as n_counterfactuals,
        cast(coalesce(sum(n_listed), 0) as bigint) as n_listed,
        avg(gap) as mean_gap,
        count(*) filter (where sureness = 'firm') as n_firm,
        count(*) filter (where sureness = 'fair') as n_fair,
        count(*) filter (where sureness = 'shaky') as n_shaky
    from summary
),

metrics as (
    select
        count(*) filter (where share < 1) as n_unsure,
        avg(typicality) as mean_typicality,
        avg(capacity) as mean_capacity,
        avg(universality) as mean_universality
    from listed_first
)

select
    answers.*,
    metrics.*
from answers
cross join metrics;

-- fetch: changed_first
-- The share of the first answers in which each feature changes.
-- grain:  one row per feature
with changed as (
    select unnest(changes)['feature'] as feature
    from listed_first
)

select
    feature,
    count(*) / (select count(*) from listed_first) as share
from changed
group by feature;

-- fetch: distances
-- How many rows have their nearest counterfactual at which distance.
-- grain:  one row per min_distance
select
    min_distance,
    count(*) as n_rows
from summary
where min_distance is not null
group by min_distance
order by min_distance;

-- fetch: first_explanations(n_shown)
-- The optimal counterfactual of the first few rows that have one.
-- grain:  one row per row_id
select
    ranked.row_id,
    ranked.label,
    ranked.counterfactual_id,
    ranked.counterfactual_label,
    ranked.explanation,
    ranked.power,
    summary.n_optimal,
    ranked.support,
    ranked.share,
    summary.sureness
from ranked
inner join summary
    on
        ranked.row_id = summary.row_id
        and ranked.counterfactual_id is not distinct from summary.optimal_id
        and ranked.explanation = summary.explanation
where ranked.is_optimal
qualify
    row_number() over (
        partition by ranked.row_id
        order by
            ranked.typicality asc,
            ranked.universality asc,
            ranked.counterfactual_label asc
    ) = 1
order by ranked.row_id
limit $n_shown;

-- fetch: blocked_rows(target)
-- How many rows each constraint has left without a counterfactual; a row that has
-- the label to reach already lacks none.
-- grain:  one row per (blocked_by, is_there)
select
    blocked_by,
    coalesce(label = cast($target as varchar), false) as is_there,
    count(*) as n_rows
from summary
where blocked_by is not null
group by blocked_by, is_there
order by is_there asc, count(*) desc, blocked_by asc;

-- fetch: factual_headline
-- Stored factual explanations in one row: what a reader wants to know first.
-- grain:  one row
select
    count(*) as n_rows,
    count(*) filter (where n_factual = 0) as n_unexplained,
    count(*) filter (where is_contradicted) as n_contradicted,
    count(*) filter (where not is_complete) as n_incomplete,
    cast(coalesce(sum(n_factual), 0) as bigint) as n_factual
from factual_summary;

-- fetch: factual_sizes
-- How many rows have a smallest explanation of which size.
-- grain:  one row per smallest_size
select
    smallest_size,
    count(*) as n_rows
from factual_summary
where smallest_size is not null
group by smallest_size
order by smallest_size;

-- fetch: used_first
-- The share of the first factual explanations in which each feature stands.
-- grain:  one row per feature
with first_sets as (
    select features
    from factual
    qualify
        row_number() over (
            partition by row_id
            order by size asc, coverage desc, features asc
        ) = 1
),

used as (
    select unnest(features) as feature
    from first_sets
)

select
    feature,
    count(*) / (select count(*) from first_sets) as share
from used
group by feature;

-- fetch: first_factuals(n_shown)
-- The first explanation of the first few rows that have one.
--
-- It is one of the smallest, and of these the one with the greatest coverage.
-- grain:  one row per row_id
with first_rows as (
    select *
    from factual_summary
    where n_factual > 0
    order by row_id
    limit $n_shown
)

select
    first_rows.row_id,
    first_rows.label,
    first_rows.explanation,
    max(factual.coverage) as coverage,
    first_rows.n_factual
from first_rows
inner join factual
    on
        first_rows.row_id = factual.row_id
        and first_rows.smallest_size = factual.size
group by all
order by first_rows.row_id;
