-- name: sampled_rows(label_id, n_sampled)
-- A few cases of a class: their factual explanations are rules to begin with.
--
-- reads:  cases, instances
-- writes: asked_rows
-- grain:  one row per row_id
select
    cases.row_id,
    cases.instance_id
from cases
inner join instances
    on cases.instance_id = instances.instance_id
where instances.label_id = $label_id
order by md5(cast(cases.row_id as varchar)), cases.row_id
limit $n_sampled
