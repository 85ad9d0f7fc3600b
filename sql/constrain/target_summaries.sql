-- name: target_summaries
-- What there is to say of each instance, where every label is a target.
--
-- Powers are those of the nearest label's counterfactuals, of which the first is
-- listed first.
--
-- reads:  ranked_pairs
-- writes: instance_summaries
-- grain:  one row per from_id
with first_answers as (
    select
        from_id,
        arg_min(
            { to_id: to_id, to_label_id: to_label_id },
            { distance: distance, to_id: to_id }
        ) as answer
    from ranked_pairs
    where pair_rank = 1
    group by from_id
)

select
    ranked_pairs.from_id,
    min(ranked_pairs.distance) as min_distance,
    count(*) filter (where ranked_pairs.is_minimal) as n_minimal,
    count(*) filter (where ranked_pairs.pair_rank = 1) as n_optimal,
    any_value(first_answers.answer.to_id) as optimal_to_id,
    max(ranked_pairs.power, 2) filter (
        where
        ranked_pairs.is_minimal
        and ranked_pairs.to_label_id = first_answers.answer.to_label_id
    ) as best_powers
from ranked_pairs
inner join first_answers
    on ranked_pairs.from_id = first_answers.from_id
group by ranked_pairs.from_id
