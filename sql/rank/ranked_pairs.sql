-- name: ranked_pairs(by, each)
-- The counterfactuals of each instance, with their rank.
--
-- Ties share a rank; with `each`, the counterfactuals of every label have ranks of
-- their own. The nearest come first.
--
-- reads:  measured_pairs, balls
-- writes: ranked_pairs
-- grain:  one row per (from_id, to_id)
with counted_pairs as (
    select
        measured_pairs.from_id,
        measured_pairs.to_id,
        measured_pairs.to_label_id,
        case when $each then measured_pairs.to_label_id end as target_id,
        measured_pairs.distance,
        measured_pairs.disagreement,
        measured_pairs.power,
        measured_pairs.ball_size,
        measured_pairs.typicality,
        case
            when measured_pairs.from_label_id >= 0
                then coalesce(like_from.n_rows, 0) / measured_pairs.ball_size
        end as universality,
        count(*) over (
            partition by
                measured_pairs.from_id,
                case when $each then measured_pairs.to_label_id end,
                measured_pairs.disagreement
        ) as dag_count
    from measured_pairs
    left join balls as like_from
        on
            measured_pairs.to_id = like_from.centre_id
            and measured_pairs.distance = like_from.radius
            and measured_pairs.from_label_id = like_from.label_id
)

select
    from_id,
    to_id,
    to_label_id,
    target_id,
    distance,
    distance = min(distance) over (partition by from_id, target_id)
        as is_minimal,
    disagreement,
    power,
    ball_size,
    typicality,
    power / ball_size as capacity,
    universality,
    dag_count,
    cast(
        rank() over (
            partition by from_id, target_id
            order by
                distance asc,
                case when $by = 'dag' then dag_count else power end desc
        ) as bigint
    ) as pair_rank
from counted_pairs
