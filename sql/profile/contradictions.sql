-- name: contradictions(n_shown)
-- The largest groups of rows with the same features and different labels.
--
-- All of them, if n_shown is NULL.
--
-- reads:  instances, labels
-- writes: contradictions
-- grain:  one row per code
select
    cast(sum(instances.n_rows) as bigint) as n_rows,
    list(
        {
            label: labels.label,
            row_id: instances.row_id,
            n_rows: instances.n_rows
        }
        order by instances.n_rows desc, instances.instance_id asc
    ) as members
from instances
inner join labels
    on instances.label_id = labels.label_id
where instances.is_contradicted
group by instances.code
order by n_rows desc, min(instances.instance_id) asc
limit $n_shown
