-- Answers: the optimal counterfactuals of a ranking, summed up.

-- stage: optimal_answers
-- The optimal counterfactuals of each row, which share the row among them.
--
-- Where several are optimal, none is better than the others: each counts for its
-- part of the row, so that every row weighs 1 and no order of rows matters.
--
-- grain:  one row per (row_id, counterfactual_id) with rank 1
select
    row_id,
    label,
    counterfactual_id,
    counterfactual_label,
    changes,
    1 / count(*) over (partition by row_id) as weight
from ranked
where is_optimal;


-- stage: changed_features
-- In how many rows the optimal counterfactual changes each feature.
--
-- Features that are never changed are here too, with 0. Sums of parts are rounded,
-- or the order in which they are added would decide between equals.
--
-- grain:  one row per feature
with changed as (
    select
        weight,
        unnest(changes)['feature'] as feature
    from optimal_answers
),

changes_by_feature as (
    select
        feature,
        round(sum(weight), 6) as n_changed
    from changed
    group by feature
)

select
    features.feature,
    features.n_values,
    coalesce(changes_by_feature.n_changed, 0) as n_changed
from features
left join changes_by_feature
    on features.feature = changes_by_feature.feature
order by n_changed desc, features.feature_id asc;


-- stage: label_pairs
-- How many rows of one class have their optimal counterfactual in another.
--
-- Sums of parts, to be rounded by whoever shows them.
--
-- grain:  one row per (from_label, to_label)
select
    label as from_label,
    counterfactual_label as to_label,
    sum(weight) as n_rows
from optimal_answers
group by label, counterfactual_label;
