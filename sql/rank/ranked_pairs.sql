-- name: ranked_pairs(by)
-- The minimal counterfactuals of each instance, with their rank.
--
-- Ties share a rank.
--
-- reads:  scored_pairs
-- writes: ranked_pairs
-- grain:  one row per (from_id, to_id)
with counted_pairs as (
    select
        from_id,
        to_id,
        distance,
        changed,
        ball_size,
        n_like_from,
        n_like_to,
        power,
        count(*) over (partition by from_id, disagreement) as dag_count
    from scored_pairs
)

select
    from_id,
    to_id,
    distance,
    changed,
    ball_size,
    n_like_from,
    n_like_to,
    power,
    dag_count,
    rank() over (
        partition by from_id
        order by case when $by = 'dag' then dag_count else power end desc
    ) as pair_rank
from counted_pairs
