-- name: sizes
-- How long the lists of a stored audit are, and how many rows contradict others.
--
-- reads:  audit_answers, audit_contradictions, audit_unequal
-- grain:  one row
select
    (select count(*) from audit_answers) as n_answers,
    (
        select count(*)
        from audit_unequal
        where not audit_unequal.is_contradicted
    ) as n_clear_pairs,
    cast(coalesce(sum(n_rows), 0) as bigint) as n_contradicted,
    count(*) as n_contradictions
from audit_contradictions
