-- name: target_batches
-- The batches of the open targets; each is of one label.
--
-- reads:  open_targets
-- grain:  one row per batch
select
    label_id,
    batch,
    count(*) as n_targets
from open_targets
group by label_id, batch
order by label_id, batch
