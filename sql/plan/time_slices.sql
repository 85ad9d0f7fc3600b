-- name: time_slices
-- A few instances compared with slices, to see what a pair costs on this machine.
--
-- reads:  spread_seekers, slices
-- grain:  one row
select max(n_rows[1]) as n_equal
from (
    select rows_by_distance(used, digits, weight) as n_rows
    from sliced_pairs()
    group by seeker_id
)
