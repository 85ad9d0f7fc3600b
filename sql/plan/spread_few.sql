-- name: spread_few
-- A few instances, to time a comparison with slices.
--
-- reads:  few_seekers
-- writes: spread_seekers
-- grain:  one row per instance
select
    instance_id as seeker_id,
    spread(code) as masks
from few_seekers
