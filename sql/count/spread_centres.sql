-- name: spread_centres(batch)
-- A batch of centres, each bit of their codes spread over a word.
--
-- `spread` is generated from the layout of the features (cfsql/method/plans/sliced.py).
--
-- reads:  open_centres
-- writes: spread_seekers
-- grain:  one row per centre of the batch
select
    centre_id as seeker_id,
    spread(code) as masks
from open_centres
where batch = $batch
