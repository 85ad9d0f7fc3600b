-- name: synthetic_minimal
-- The minimal counterfactuals of the first rows of each table.
--
-- A row is compared with no others than those that may be near enough: the larger
-- the table, the nearer the counterfactuals.
--
-- reads:  synthetic_rows, synthetic_nearest
-- writes: synthetic_minimal
-- grain:  one row per (size, own_bits, from_id, to_id)
with reaches as (
    select
        synthetic_nearest.from_id,
        synthetic_nearest.size,
        from_rows.code,
        from_rows.label_bits,
        max(synthetic_nearest.distance) as reach
    from synthetic_nearest
    inner join synthetic_rows as from_rows
        on synthetic_nearest.from_id = from_rows.row_id
    group by
        synthetic_nearest.from_id,
        synthetic_nearest.size,
        from_rows.code,
        from_rows.label_bits
),

pairs as (
    select
        reaches.from_id,
        to_rows.row_id as to_id,
        to_rows.size,
        reaches.label_bits & to_rows.label_bits as shared_bits,
        xor(reaches.code, to_rows.code) as changed_bits
    from synthetic_rows as to_rows
    inner join reaches
        on
            to_rows.size = reaches.size
            and bit_count(xor(to_rows.code, reaches.code)) // 2 <= reaches.reach
)

select
    synthetic_nearest.size,
    synthetic_nearest.own_bits,
    synthetic_nearest.from_id,
    pairs.to_id,
    synthetic_nearest.distance,
    pairs.changed_bits
from synthetic_nearest
inner join pairs
    on
        synthetic_nearest.from_id = pairs.from_id
        and synthetic_nearest.size >= pairs.size
        and synthetic_nearest.distance = bit_count(pairs.changed_bits) // 2
        and synthetic_nearest.own_bits & pairs.shared_bits = 0
