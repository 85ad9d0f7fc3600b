-- Compare: two rows, feature by feature.

-- stage: compared_rows(rows) into wanted_rows
-- The rows to compare, whether they have a label or not.
--
-- grain:  one row per row_id
select row_id
from source_rows
where list_contains($rows, cast(row_id as varchar));


-- fetch: compared_labels
-- The labels of the compared rows; NULL where there is none.
--
-- grain:  one row per row_id
select
    wanted_rows.row_id,
    labels.label
from wanted_rows
left join cases
    on wanted_rows.row_id = cases.row_id
left join instances
    on cases.instance_id = instances.instance_id
left join labels
    on instances.label_id = labels.label_id;


-- fetch: compared_values(row, other_row)
-- The features of two rows side by side.
--
-- grain:  one row per feature
with own_texts as (
    select feature_texts
    from texts
    where cast(row_id as varchar) = $row
),

other_texts as (
    select feature_texts
    from texts
    where cast(row_id as varchar) = $other_row
)

select
    features.feature,
    own_texts.feature_texts[features.feature_id] as own_value,
    other_texts.feature_texts[features.feature_id] as other_value
from features
cross join own_texts
cross join other_texts
order by features.feature_id;
