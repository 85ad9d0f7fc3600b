-- name: synthetic_nearest(n_elements)
-- The distance of the minimal counterfactuals of the first rows of each table.
--
-- `shared_bits` are those that a row shares with all the others at a distance: it
-- has a counterfactual there unless its label is among them.
--
-- reads:  synthetic_rows, synthetic_outcomes
-- writes: synthetic_nearest
-- grain:  one row per (from_id, size, own_bits)
with pairs as (
    select
        from_rows.row_id as from_id,
        to_rows.size,
        from_rows.label_bits & to_rows.label_bits as shared_bits,
        bit_count(xor(from_rows.code, to_rows.code)) // 2 as distance
    from synthetic_rows as to_rows
    cross join synthetic_rows as from_rows
    where from_rows.row_id <= $n_elements
),

distances as (
    select
        from_id,
        size,
        distance,
        bit_and(shared_bits) as shared_bits
    from pairs
    where distance >= 1
    group by from_id, size, distance
)

select
    distances.from_id,
    synthetic_outcomes.size,
    synthetic_outcomes.own_bits,
    min(distances.distance) as distance
from distances
inner join synthetic_outcomes
    on
        distances.size <= synthetic_outcomes.size
        and distances.shared_bits & synthetic_outcomes.own_bits = 0
group by
    distances.from_id, synthetic_outcomes.size, synthetic_outcomes.own_bits
