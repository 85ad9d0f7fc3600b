-- name: spelled_instances(anonymous)
-- The instances that the results name, with their features in words.
--
-- Its row id is what names a counterfactual: without it, nothing does.
--
-- reads:  shown_instances, texts
-- writes: spelled_instances
-- grain:  one row per instance_id
select
    shown_instances.instance_id,
    case when not $anonymous then shown_instances.row_id end as row_id,
    shown_instances.n_rows,
    shown_instances.is_contradicted,
    shown_instances.label,
    texts.feature_texts
from shown_instances
inner join texts
    on shown_instances.row_id = texts.row_id
