-- name: synthetic_rows(n_rows, n_features, n_relevant, sizes, seed, repeat)
-- A synthetic table: features of three values drawn evenly, and several labels.
--
-- The labels are simple functions of the first features. For each number of
-- relevant features there are four, in the order of synthetic_outcomes: the sum
-- modulo 2 and modulo 3, whether it is above its mean, and the maximum. Features
-- and labels take three bits each, of which one is set: two rows differ in half
-- as many features as bits. Drawn by a hash, so that the same seed gives the same
-- table everywhere; a table begins with the smaller ones, and `size` is that of
-- the smallest which has the row.
--
-- writes: synthetic_rows
-- grain:  one row per row_id
with draws as (
    select
        row_id,
        md5_number_lower(concat($seed, ':', $repeat, ':', row_id)) as draw
    from unnest(generate_series(1, $n_rows)) as row_ids (row_id)
),

drawn as (
    select
        row_id,
        list_transform(
            generate_series(0, $n_features - 1),
            lambda place:
            cast(draw // cast(pow(3, place) as ubigint) % 3 as bigint)
        ) as digits
    from draws
),

relevant as (
    select
        row_id,
        digits,
        list_transform($n_relevant, lambda n: list_slice(digits, 1, n)) as parts
    from drawn
),

labelled as (
    select
        row_id,
        digits,
        flatten(
            list_transform(
                parts,
                lambda part: [
                    list_sum(part) % 2,
                    list_sum(part) % 3,
                    cast(list_sum(part) > len(part) as bigint),
                    list_max(part)
                ]
            )
        ) as labels
    from relevant
)

select
    row_id,
    list_min(list_filter($sizes, lambda size: size >= row_id)) as size,
    cast(
        list_sum(
            list_transform(
                generate_series(1, len(digits)),
                lambda place:
                cast(1 as bigint) << (3 * place - 3 + digits[place])
            )
        ) as bigint
    ) as code,
    cast(
        list_sum(
            list_transform(
                generate_series(1, len(labels)),
                lambda place:
                cast(1 as bigint) << (3 * place - 3 + labels[place])
            )
        ) as bigint
    ) as label_bits
from labelled
