-- name: only_chunk
-- All open sets as one chunk.
--
-- reads:  open_sets
-- writes: chunk_sets
-- grain:  one row per (target_id, chosen)
select
    target_id,
    chosen,
    excluded
from open_sets
