-- name: audit_unequal
-- The pairs of cases that are equal in everything but what is protected, and have
-- different labels.
--
-- This goes into a stored view: pairs are made when they are read. Each is here
-- once, the case with the smaller row id first.
--
-- reads:  unequal_cases
-- writes: audit_unequal
-- grain:  one row per (row_id, other_id)
with unequal_pairs as (
    select
        own.row_id,
        own.label,
        other.row_id as other_id,
        other.label as other_label,
        own.protected,
        other.protected as other_protected,
        own.n_rows,
        other.n_rows as n_other_rows,
        own.is_contradicted or other.is_contradicted as is_contradicted
    from unequal_cases as own
    inner join unequal_cases as other
        on
            own.group_id = other.group_id
            and own.case_id < other.case_id
            and own.label <> other.label
            and own.protected is distinct from other.protected
),

paired_values as (
    select
        row_id,
        label,
        other_id,
        other_label,
        n_rows,
        n_other_rows,
        is_contradicted,
        list_transform(
            range(1, len(protected) + 1),
            lambda position: {
                feature: protected[position]['feature'],
                from_value: protected[position]['value'],
                to_value: other_protected[position]['value']
            }
        ) as both_values
    from unequal_pairs
),

paired_changes as (
    select
        row_id,
        label,
        other_id,
        other_label,
        n_rows,
        n_other_rows,
        is_contradicted,
        list_filter(
            both_values,
            lambda change:
            change['from_value'] is distinct from change['to_value']
        ) as changes
    from paired_values
)

select
    row_id,
    label,
    other_id,
    other_label,
    changes,
    array_to_string(
        list_transform(
            changes,
            lambda change: concat(
                change['feature'],
                ': ',
                coalesce(change['from_value'], 'NULL'),
                ' → ',
                coalesce(change['to_value'], 'NULL')
            )
        ),
        ', '
    ) as explanation,
    n_rows,
    n_other_rows,
    is_contradicted
from paired_changes
order by row_id, other_id
