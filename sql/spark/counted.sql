-- On Spark: the plan `counted`.

-- append: set_counts(n_dropped) into set_parts
-- The rows that agree with each centre outside sets of features of one size.
--
-- On Spark: all sets are counted at once, as all choices in blocked/minimal.
-- grain:  one row per (centre_id, label_id) with such rows
with row_groups as (
    select
        block_key,
        masked(code, kept) as kept_code,
        label_id,
        sum(weight) as n_rows
    from keyed_partners
    group by block_key, masked(code, kept), label_id
)

select
    keyed_seekers.centre_id,
    $n_dropped as n_dropped,
    row_groups.label_id,
    sum(row_groups.n_rows) as n_rows
from keyed_seekers
inner join row_groups
    on
        keyed_seekers.block_key = row_groups.block_key
        and masked(keyed_seekers.code, keyed_seekers.kept)
        = row_groups.kept_code
where keyed_seekers.radius >= $n_dropped
group by keyed_seekers.centre_id, row_groups.label_id;
