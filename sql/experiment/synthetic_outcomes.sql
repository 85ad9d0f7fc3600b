-- name: synthetic_outcomes(sizes, n_relevant, label_functions)
-- Each synthetic table: its rows, and the bits that its label has in label_bits.
--
-- writes: synthetic_outcomes
-- grain:  one row per (size, n_relevant, label_function)
with label_places as (
    select
        n_place,
        function_place,
        $n_relevant[n_place] as n_relevant,
        $label_functions[function_place] as label_function
    from unnest(generate_series(1, len($n_relevant))) as n_places (n_place)
    cross join
        unnest(generate_series(1, len($label_functions)))
            as function_places (function_place)
)

select
    sizes.size,
    label_places.n_relevant,
    label_places.label_function,
    cast(7 as bigint) << (
        3 * (
            (label_places.n_place - 1) * len($label_functions)
            + label_places.function_place - 1
        )
    ) as own_bits
from label_places
cross join unnest($sizes) as sizes (size)
