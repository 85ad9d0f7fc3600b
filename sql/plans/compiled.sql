-- The plan `compiled`: machine code, which reads and gives rows as Arrow.
--
-- The kernel is in cfsql/kernel. It splits rows by one feature after the other, and
-- compares what is left in small groups. It takes rows in an order.

-- fetch: resources
-- The threads that may be used, and the bytes of memory that are free.
-- grain:  one row
select
    cast(current_setting('threads') as integer) as n_threads,
    cast(parse_formatted_bytes(current_setting('memory_limit')) as bigint)
    - cast(sum(memory_usage_bytes) as bigint) as n_bytes
from duckdb_memory();

-- fetch: partners
-- The instances that seekers are compared with: by label, those first that weigh one.
-- grain:  one row per instance
select
    instance_id,
    label_id,
    weight,
    code
from partners
order by label_id, weight <> 1;

-- fetch: targets
-- The targets that want more distances with counterfactuals, by label.
-- grain:  one row per target
select
    instance_id,
    label_id,
    cast(n_wanted as bigint) as n_wanted,
    code
from open_targets
order by label_id;

-- fetch: centres
-- The centres of the hyperballs to count, the largest first.
-- grain:  one row per centre_id
select
    centre_id,
    cast(radius as bigint) as radius,
    code
from open_centres
order by radius desc;

-- append: minimal
-- The counterfactuals of each target at its nearest distances, as found.
-- grain:  one row per (from_id, to_id)
select
    from_id,
    to_id,
    cast(distance as integer) as distance
from compiled_pairs;

-- append: balls into ball_parts
-- The rows around each centre by distance and label, as counted.
-- grain:  one row per (centre_id, distance, label_id) with rows in it
select
    centre_id,
    cast(distance as integer) as distance,
    label_id,
    n_rows
from compiled_counts;
