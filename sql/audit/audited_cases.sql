-- name: audited_cases
-- The cases by what is not protected: those of one group are equal in every feature
-- but the protected ones.
--
-- Rows with the same features, protected values and label are one case. It is
-- contradicted when another has all its values and so another label. `kept_key` is
-- generated from the features that are not protected (cfsql/method/packing.py).
--
-- reads:  cases, instances, labels, texts
-- writes: audited_cases
-- grain:  one row per (features, protected_values, label)
with distinct_cases as (
    select
        kept_key(instances.code) as unprotected,
        instances.code,
        texts.feature_texts as protected_values,
        instances.label_id,
        min(cases.row_id) as row_id,
        count(*) as n_rows
    from cases
    inner join instances
        on cases.instance_id = instances.instance_id
    inner join texts
        on cases.row_id = texts.row_id
    group by instances.code, texts.feature_texts, instances.label_id
),

numbered_cases as (
    select
        unprotected,
        protected_values,
        label_id,
        row_id,
        n_rows,
        row_number() over (order by row_id) as case_id
    from distinct_cases
)

select
    numbered_cases.case_id,
    min(numbered_cases.case_id) over by_group as group_id,
    count(*) over by_group as n_in_group,
    numbered_cases.protected_values,
    labels.label,
    numbered_cases.row_id,
    numbered_cases.n_rows
from numbered_cases
inner join labels
    on numbered_cases.label_id = labels.label_id
window by_group as (partition by numbered_cases.unprotected)
