-- name: slots(n_sliced, n_slots)
-- Which slice each instance is in, and at which of its bits.
--
-- A slice holds instances of one label and one weight, so that counting its bits
-- counts rows.
--
-- reads:  sliced_instances
-- writes: slots
-- grain:  one row per instance
with kinds as (
    select
        label_id,
        weight,
        (count(*) + $n_slots - 1) // $n_slots as n_slices
    from sliced_instances
    where instance_id <= $n_sliced
    group by label_id, weight
),

numbered_kinds as (
    select
        label_id,
        weight,
        cast(
            sum(n_slices) over (order by label_id, weight) - n_slices as bigint
        ) as first_slice
    from kinds
),

numbered_instances as (
    select
        instance_id,
        label_id,
        weight,
        code,
        row_number() over (partition by label_id, weight) - 1 as place
    from sliced_instances
    where instance_id <= $n_sliced
)

select
    numbered_instances.instance_id,
    numbered_instances.label_id,
    numbered_instances.weight,
    numbered_instances.code,
    numbered_kinds.first_slice
    + numbered_instances.place // $n_slots as slice_id,
    numbered_instances.place % $n_slots as slot
from numbered_instances
inner join numbered_kinds
    on
        numbered_instances.label_id = numbered_kinds.label_id
        and numbered_instances.weight = numbered_kinds.weight
