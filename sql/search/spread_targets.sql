-- name: spread_targets(label_id, batch)
-- A batch of targets, each bit of their codes spread over a word.
--
-- `spread` is generated from the layout of the features (cfsql/method/plans/sliced.py).
--
-- reads:  open_targets
-- writes: spread_seekers
-- grain:  one row per target of the batch
select
    instance_id as seeker_id,
    spread(code) as masks
from open_targets
where label_id = $label_id and batch = $batch
