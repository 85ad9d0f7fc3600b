-- name: slots(n_sliced, n_slots)
-- Which slice each instance is in, and at which of its bits.
--
-- A slice holds instances of one label and one weight, so that counting its bits
-- counts rows, and of one key: `slice_key` is generated from the features that
-- must agree.
--
-- reads:  sliced_instances
-- writes: slots
-- grain:  one row per instance
with keyed as (
    select
        instance_id,
        label_id,
        weight,
        code,
        slice_key(code) as slice_key
    from sliced_instances
    where instance_id <= $n_sliced
),

kinds as (
    select
        label_id,
        weight,
        slice_key,
        (count(*) + $n_slots - 1) // $n_slots as n_slices
    from keyed
    group by label_id, weight, slice_key
),

numbered_kinds as (
    select
        label_id,
        weight,
        slice_key,
        cast(
            sum(n_slices) over (order by label_id, weight, slice_key) - n_slices
            as bigint
        ) as first_slice
    from kinds
),

numbered_instances as (
    select
        instance_id,
        label_id,
        weight,
        code,
        slice_key,
        row_number() over (partition by label_id, weight, slice_key) - 1
            as place
    from keyed
)

select
    numbered_instances.instance_id,
    numbered_instances.label_id,
    numbered_instances.weight,
    numbered_instances.code,
    numbered_instances.slice_key,
    numbered_kinds.first_slice
    + numbered_instances.place // $n_slots as slice_id,
    numbered_instances.place % $n_slots as slot
from numbered_instances
inner join numbered_kinds
    on
        numbered_instances.label_id = numbered_kinds.label_id
        and numbered_instances.weight = numbered_kinds.weight
        and numbered_instances.slice_key = numbered_kinds.slice_key
