-- name: exact_finds
-- The tested sets that meet every disagreement set, and none of whose features
-- could be left out: the minimal factual explanations.
--
-- reads:  tested_sets
-- writes: factual_sets
-- grain:  one row per (target_id, chosen)
select
    target_id,
    chosen
from tested_sets
where unmet is null and critical = chosen
