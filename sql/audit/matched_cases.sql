-- name: matched_cases(place)
-- Of each case, how many are equal to it in everything but one protected column, and
-- how many of these have another label.
--
-- The column is the one at `place`; 0 is all of them together, of which at least one
-- differs. Counting those that share less and taking away those that share more
-- takes no pairs. A case that is alone in its group has no match and is not here.
--
-- reads:  audited_cases
-- writes: matched_cases
-- grain:  one row per case_id of a group with several
with split_cases as (
    select
        case_id,
        group_id,
        label,
        row_id,
        n_rows,
        protected_values,
        case
            when $place > 0 then [protected_values[$place]]
            else protected_values
        end as own_values,
        case
            when $place > 0
                then
                    list_concat(
                        list_slice(protected_values, 1, $place - 1),
                        list_slice(
                            protected_values,
                            $place + 1,
                            len(protected_values)
                        )
                    )
            else list_slice(protected_values, 1, 0)
        end as other_values
    from audited_cases
    where n_in_group > 1
),

counted_cases as (
    select
        case_id,
        row_id,
        label,
        n_rows,
        protected_values,
        own_values,
        min(case_id) over by_group as group_id,
        count(*) over by_group as n_in_group,
        count(*) over by_value as n_of_value,
        count(*) over by_label as n_of_label,
        sum(n_rows) over by_group as n_rows_in_group,
        sum(n_rows) over by_value as n_rows_of_value,
        sum(n_rows) over by_label as n_rows_of_label
    from split_cases
    window
        by_group as (partition by group_id, other_values),
        by_value as (partition by group_id, other_values, own_values),
        by_label as (partition by group_id, other_values, label)
)

select
    case_id,
    row_id,
    label,
    n_rows,
    protected_values,
    own_values,
    group_id,
    n_of_value > 1 as is_contradicted,
    n_in_group - n_of_value as n_matches,
    n_in_group - n_of_value - n_of_label + 1 as n_unequal,
    n_rows * (n_rows_in_group - n_rows_of_value) as n_row_matches,
    n_rows * (n_rows_in_group - n_rows_of_value - n_rows_of_label + n_rows)
        as n_row_unequal
from counted_cases
