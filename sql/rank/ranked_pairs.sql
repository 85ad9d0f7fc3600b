-- name: ranked_pairs(by)
-- The minimal counterfactuals of each instance, with their rank.
--
-- Ties share a rank.
--
-- reads:  measured_pairs, balls
-- writes: ranked_pairs
-- grain:  one row per (from_id, to_id)
with counted_pairs as (
    select
        measured_pairs.from_id,
        measured_pairs.to_id,
        measured_pairs.distance,
        measured_pairs.disagreement,
        measured_pairs.power,
        measured_pairs.ball_size,
        measured_pairs.typicality,
        like_from.n_rows / measured_pairs.ball_size as universality,
        count(*) over (
            partition by measured_pairs.from_id, measured_pairs.disagreement
        ) as dag_count
    from measured_pairs
    inner join balls as like_from
        on
            measured_pairs.to_id = like_from.centre_id
            and measured_pairs.distance = like_from.radius
            and measured_pairs.from_label_id = like_from.label_id
)

select
    from_id,
    to_id,
    distance,
    disagreement,
    power,
    ball_size,
    typicality,
    power / ball_size as capacity,
    universality,
    dag_count,
    rank() over (
        partition by from_id
        order by case when $by = 'dag' then dag_count else power end desc
    ) as pair_rank
from counted_pairs
