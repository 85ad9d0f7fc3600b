-- name: literals
-- The values that some case of the class has, numbered by feature and value.
--
-- reads:  literal_bits
-- writes: literals
-- grain:  one row per literal_id
with counted_literals as (
    select
        feature_id,
        value_code,
        cast(
            coalesce(
                sum(weight * bit_count(members)) filter (where is_like), 0
            ) as bigint
        ) as n_like,
        cast(
            coalesce(
                sum(weight * bit_count(members)) filter (where not is_like), 0
            ) as bigint
        ) as n_unlike
    from literal_bits
    group by feature_id, value_code
)

select
    feature_id,
    value_code,
    n_like,
    n_unlike,
    row_number() over (order by feature_id, value_code) as literal_id
from counted_literals
where n_like > 0
