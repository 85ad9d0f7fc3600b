-- name: exact_finds
-- The tested sets that meet every disagreement set, and none of whose features
-- could be left out: the minimal factual explanations. Their cases are counted
-- later.
--
-- reads:  tested_sets
-- writes: factual_sets
-- grain:  one row per (target_id, chosen)
select
    target_id,
    chosen,
    null as coverage,
    1 as precision
from tested_sets
where unmet is null and critical = chosen
