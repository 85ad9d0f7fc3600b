-- name: tolerant_finds(precision)
-- The tested sets whose cases have the target's label often enough.
--
-- No part of a tested set did so before.
--
-- reads:  tested_sets
-- writes: factual_sets
-- grain:  one row per (target_id, chosen)
select
    target_id,
    chosen,
    n_like + n_unlike as coverage,
    n_like / (n_like + n_unlike) as precision
from tested_sets
where n_like / (n_like + n_unlike) >= $precision
