-- name: spelled_instances
-- The instances that the results name, with their features in words.
--
-- reads:  shown_instances, texts
-- writes: spelled_instances
-- grain:  one row per instance_id
select
    shown_instances.instance_id,
    shown_instances.row_id,
    shown_instances.n_rows,
    shown_instances.is_contradicted,
    shown_instances.label,
    texts.feature_texts
from shown_instances
inner join texts
    on shown_instances.row_id = texts.row_id
