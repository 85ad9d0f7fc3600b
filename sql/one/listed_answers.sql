-- name: listed_answers
-- The counterfactuals of one row in the order in which they are listed.
--
-- reads:  answers, texts
-- grain:  one row per counterfactual_id
select
    answers.counterfactual_id,
    answers.counterfactual_label,
    answers.distance,
    answers.rank,
    answers.power,
    answers.ball_size,
    answers.typicality,
    answers.capacity,
    answers.universality,
    answers.dag_count,
    answers.support,
    texts.feature_texts
from answers
inner join texts
    on answers.counterfactual_id = texts.row_id
order by answers.rank, answers.counterfactual_id
