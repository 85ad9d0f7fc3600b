-- name: split_balls(radius)
-- The rows around each centre that agree with it on a choice of blocks, where
-- some keys are shared by many.
--
-- As count/blocked_balls, but that the rows of a heavy key are in parts, each of
-- which meets each part of the other side: a task has some of them, not all.
--
-- reads:  open_centres, population, heavy_keys
-- writes: ball_parts
-- grain:  one row per (centre_id, distance, label_id) with rows in it
with split_centres as (
    select
        open_centres.centre_id,
        open_centres.code,
        pmod(xxhash64(open_centres.centre_id), coalesce(heavy_keys.n_parts, 1))
            as centre_part,
        explode(sequence(0, coalesce(heavy_keys.n_parts, 1) - 1)) as row_part
    from open_centres
    left join heavy_keys
        on kept_key(open_centres.code) = heavy_keys.group_key
),

split_population as (
    select
        population.label_id,
        population.code,
        population.weight,
        explode(sequence(0, coalesce(heavy_keys.n_parts, 1) - 1))
            as centre_part,
        pmod(xxhash64(population.instance_id), coalesce(heavy_keys.n_parts, 1))
            as row_part
    from population
    left join heavy_keys
        on kept_key(population.code) = heavy_keys.group_key
)

select
    split_centres.centre_id,
    hamming(split_centres.code, split_population.code) as distance,
    split_population.label_id,
    sum(split_population.weight) as n_rows
from split_centres
inner join split_population
    on
        kept_agree(split_centres.code, split_population.code)
        and split_centres.centre_part = split_population.centre_part
        and split_centres.row_part = split_population.row_part
        and hamming(split_centres.code, split_population.code) <= $radius
        and dropped_differ(split_centres.code, split_population.code)
group by
    split_centres.centre_id,
    hamming(split_centres.code, split_population.code),
    split_population.label_id
