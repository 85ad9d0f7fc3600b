-- name: measured_pairs
-- Each minimal counterfactual with what it changes and how large its hyperball is.
--
-- Staged before the rows like the asked one are looked up, or DuckDB joins every
-- pair with every label of its hyperball first.
--
-- reads:  minimal, targets, measured_balls
-- writes: measured_pairs
-- grain:  one row per (from_id, to_id)
select
    minimal.from_id,
    minimal.to_id,
    minimal.distance,
    targets.label_id as from_label_id,
    measured_balls.label_id as to_label_id,
    disagreement(targets.code, measured_balls.code) as disagreement,
    measured_balls.ball_size,
    measured_balls.ball_size - measured_balls.n_like_centre as power,
    measured_balls.typicality
from minimal
inner join targets
    on minimal.from_id = targets.instance_id
inner join measured_balls
    on
        minimal.to_id = measured_balls.centre_id
        and minimal.distance = measured_balls.radius
