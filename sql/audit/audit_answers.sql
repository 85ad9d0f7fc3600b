-- name: audit_answers(features)
-- The counterfactuals that answer the most rows, first; how many they answer, and
-- how many they answer together with those before them.
--
-- A row with several optimal counterfactuals is shared among them in n_rows, and
-- counts for each in n_optimal_for. Sums of parts are rounded, or the order in which
-- they are added would decide between equals.
--
-- reads:  optimal_answers, spelled_instances
-- writes: audit_answers
-- grain:  one row per counterfactual_id
with counted_answers as (
    select
        counterfactual_id,
        sum(weight) as n_rows,
        count(*) as n_optimal_for
    from optimal_answers
    group by counterfactual_id
),

placed_answers as (
    select
        counterfactual_id,
        n_rows,
        n_optimal_for,
        row_number() over (
            order by round(n_rows, 6) desc, counterfactual_id asc
        ) as place
    from counted_answers
),

answered as (
    select count(distinct row_id) as n_rows
    from optimal_answers
),

spelled_answers as (
    select
        placed_answers.place,
        placed_answers.counterfactual_id,
        spelled_instances.label,
        placed_answers.n_rows,
        placed_answers.n_optimal_for,
        answered.n_rows as n_answered,
        spelled_instances.n_rows as support,
        spelled_instances.feature_texts
    from placed_answers
    inner join spelled_instances
        on placed_answers.counterfactual_id = spelled_instances.row_id
    cross join answered
)

select
    place,
    counterfactual_id,
    label,
    round(n_rows, 6) as n_rows,
    n_optimal_for,
    round(n_rows / n_answered, 9) as share,
    round(sum(n_rows) over (order by place) / n_answered, 9)
        as cumulated_share,
    support,
    list_transform(
        range(1, len(feature_texts) + 1),
        lambda position: {
            feature: cast($features as varchar[])[position],
            value: feature_texts[position]
        }
    ) as literals
from spelled_answers
order by place
