-- name: time_slices
-- A few instances compared with slices, to see what a pair costs on this machine.
--
-- reads:  spread_seekers, slices
-- grain:  one row
with counted as (
    select
        seeker_id,
        n_by_distance(used, digits) as n_instances
    from sliced_pairs()
    group by seeker_id
)

select sum(n_instances[1]) as n_equal
from counted
