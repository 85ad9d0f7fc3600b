-- name: sampled_rows(sample, seed)
-- The rows to answer: of the matching ones, a sample.
--
-- It is drawn by a hash of seed and row id, so that the same seed gives the same
-- rows on every machine, engine and number of threads.
--
-- reads:  cases, matching_rows
-- writes: asked_rows
-- grain:  one row per row_id
select
    cases.row_id,
    cases.instance_id
from cases
inner join matching_rows
    on cases.row_id = matching_rows.row_id
order by md5(concat($seed, ':', cases.row_id)), cases.row_id
limit $sample
