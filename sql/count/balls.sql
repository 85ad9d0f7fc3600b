-- name: balls
-- The rows in each hyperball by label, whichever way its centre was counted.
--
-- reads:  centres, ball_parts, set_parts, coefficients
-- writes: balls
-- grain:  one row per (centre_id, radius, label_id) with rows in it
with counted as (
    select
        centres.centre_id,
        centres.radius,
        ball_parts.label_id,
        ball_parts.n_rows
    from centres
    inner join ball_parts
        on
            centres.centre_id = ball_parts.centre_id
            and centres.radius >= ball_parts.distance
    union all
    select
        centres.centre_id,
        centres.radius,
        set_parts.label_id,
        coefficients.coefficient * set_parts.n_rows as n_rows
    from centres
    inner join set_parts
        on centres.centre_id = set_parts.centre_id
    inner join coefficients
        on
            centres.radius = coefficients.radius
            and set_parts.n_dropped = coefficients.n_dropped
)

select
    centre_id,
    radius,
    label_id,
    cast(sum(n_rows) as bigint) as n_rows
from counted
group by centre_id, radius, label_id
having sum(n_rows) > 0
