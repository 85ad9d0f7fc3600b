-- name: coefficients(weights)
-- What the counts over all sets of j features weigh in a hyperball of radius r.
--
-- With T_j the sum over these sets of the rows that agree outside them, the
-- ball holds the sum over j of (-1)^(r-j) * C(n-1-j, r-j) * T_j rows.
--
-- writes: coefficients
-- grain:  one row per (radius, n_dropped)
with weights as (
    select unnest($weights) as weight
)

select
    cast(weight.radius as integer) as radius,
    cast(weight.n_dropped as integer) as n_dropped,
    cast(weight.coefficient as bigint) as coefficient
from weights
