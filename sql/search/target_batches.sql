-- name: target_batches
-- The open targets by label and batch.
--
-- reads:  open_targets
-- grain:  one row per (label_id, batch)
select
    label_id,
    batch,
    count(*) as n_targets
from open_targets
group by label_id, batch
order by label_id, batch
