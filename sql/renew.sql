-- Renew: what a database of an older layout lacks, from what it has.

-- fetch: n_contradicted
-- How many of the instances that a ranking names are contradicted.
-- grain:  one row
select count(*) as n_instances
from kept_instances
where is_contradicted;

-- stage: equal_rows
-- How many rows have the same features.
-- grain:  one row per feature_texts
select
    feature_texts,
    count(*) as n_rows
from kept_texts
group by feature_texts;

-- view: counted_instances
-- The instances that a ranking names, with the number of rows that have their features.
-- grain:  one row per instance_id
select
    kept_instances.instance_id,
    kept_instances.row_id,
    kept_instances.n_rows,
    coalesce(equal_rows.n_rows, kept_instances.n_rows) as n_equal,
    kept_instances.is_contradicted,
    kept_instances.label,
    kept_instances.feature_texts
from kept_instances
left join equal_rows
    on
        kept_instances.is_contradicted
        and kept_instances.feature_texts = equal_rows.feature_texts;

-- view: row_pairs
-- The counterfactuals of each row, where they were stored by instance.
-- grain:  one row per (row_id, to_id)
select
    kept_asked.row_id,
    kept_pairs.*
from kept_asked
inner join kept_pairs
    on kept_asked.instance_id = kept_pairs.from_id;

-- stage: kept_firsts into first_pairs
-- Of each instance, the optimal counterfactual that is listed first.
-- grain:  one row per from_id
select ranked_pairs.*
from ranked_pairs
where ranked_pairs.pair_rank = 1
qualify
    row_number() over (
        partition by ranked_pairs.from_id
        order by ranked_pairs.distance asc, ranked_pairs.to_id asc
    ) = 1;

-- stage: kept_summaries into instance_summaries
-- What a stored summary says of each instance that has a counterfactual.
-- grain:  one row per from_id
select distinct
    asked_rows.instance_id as from_id,
    kept_summary.min_distance,
    kept_summary.n_minimal,
    kept_summary.n_optimal,
    kept_summary.power,
    kept_summary.second_power
from kept_summary
inner join asked_rows
    on kept_summary.row_id = asked_rows.row_id
where kept_summary.n_minimal >= 1;

-- stage: kept_blame into blamed
-- What a stored summary says of each instance that constraints left without an answer.
-- grain:  one row per instance_id
select distinct
    asked_rows.instance_id,
    kept_summary.blocked_by,
    1 as place
from kept_summary
inner join asked_rows
    on kept_summary.row_id = asked_rows.row_id
where kept_summary.blocked_by is not null;
