-- name: scored_pairs
-- Each minimal counterfactual with its changes and what its hyperball holds.
--
-- `changed` lists the features that differ, by their ids; `disagreement` is the
-- same set as a value that is quicker to compare.
--
-- reads:  minimal, population, balls
-- writes: scored_pairs
-- grain:  one row per (from_id, to_id)
with ball_sizes as (
    select
        centre_id,
        radius,
        cast(sum(n_rows) as bigint) as n_rows
    from balls
    group by centre_id, radius
)

select
    minimal.from_id,
    minimal.to_id,
    minimal.distance,
    changed(from_instances.code, to_instances.code) as changed,
    disagreement(from_instances.code, to_instances.code) as disagreement,
    ball_sizes.n_rows as ball_size,
    like_from.n_rows as n_like_from,
    like_to.n_rows as n_like_to,
    ball_sizes.n_rows - like_to.n_rows as power
from minimal
inner join population as from_instances
    on minimal.from_id = from_instances.instance_id
inner join population as to_instances
    on minimal.to_id = to_instances.instance_id
inner join ball_sizes
    on
        minimal.to_id = ball_sizes.centre_id
        and minimal.distance = ball_sizes.radius
inner join balls as like_from
    on
        minimal.to_id = like_from.centre_id
        and minimal.distance = like_from.radius
        and from_instances.label_id = like_from.label_id
inner join balls as like_to
    on
        minimal.to_id = like_to.centre_id
        and minimal.distance = like_to.radius
        and to_instances.label_id = like_to.label_id
