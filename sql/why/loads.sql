-- name: loads
-- How many sets each target's open sets are to be tested with, and how many
-- come before them.
--
-- Targets with few tests go first: where time runs out, most are complete.
--
-- reads:  open_sets, probed_sets
-- writes: loads
-- grain:  one row per target with open sets
with open_counts as (
    select
        target_id,
        count(*) as n_open
    from open_sets
    group by target_id
),

probed_counts as (
    select
        target_id,
        count(*) as n_probed
    from probed_sets
    group by target_id
),

target_loads as (
    select
        open_counts.target_id,
        open_counts.n_open * coalesce(probed_counts.n_probed, 1) as n_tests
    from open_counts
    left join probed_counts
        on open_counts.target_id = probed_counts.target_id
)

select
    target_id,
    n_tests,
    cast(sum(n_tests) over (order by n_tests, target_id) - n_tests as bigint)
        as n_earlier_tests
from target_loads
