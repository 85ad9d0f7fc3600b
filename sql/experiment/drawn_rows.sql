-- name: drawn_rows(sample, seed, first_repeat, last_repeat)
-- The samples of some repeats: each is a table of its own.
--
-- Drawn by a hash of seed, repeat and row id, so that the same seed gives the
-- same rows on every machine, engine and number of threads.
--
-- reads:  cases
-- writes: drawn_rows
-- grain:  one row per (repeat_id, row_id)
with repeats as (
    select unnest(generate_series($first_repeat, $last_repeat)) as repeat_id
),

draws as (
    select
        repeats.repeat_id,
        cases.row_id,
        cases.instance_id,
        row_number() over (
            partition by repeats.repeat_id
            order by
                md5(concat($seed, ':', repeats.repeat_id, ':', cases.row_id)),
                cases.row_id
        ) as draw
    from repeats
    cross join cases
)

select
    repeat_id,
    row_id,
    instance_id
from draws
where draw <= $sample
