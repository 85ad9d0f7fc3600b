-- name: asked_rows(limit, sample, seed)
-- The rows to answer: of the matching ones, the first few, a sample, or all.
--
-- A sample is drawn by a hash of seed and row id, so that the same seed gives
-- the same rows on every machine, engine and number of threads.
--
-- reads:  cases, matching_rows
-- writes: asked_rows
-- grain:  one row per row_id
with matching_cases as (
    select
        cases.row_id,
        cases.instance_id,
        row_number() over (order by cases.row_id) as place,
        row_number() over (
            order by md5(concat($seed, ':', cases.row_id)), cases.row_id
        ) as draw
    from cases
    inner join matching_rows
        on cases.row_id = matching_rows.row_id
)

select
    row_id,
    instance_id
from matching_cases
where
    place <= coalesce($limit, place)
    and draw <= coalesce($sample, draw)
