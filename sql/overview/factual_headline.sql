-- name: factual_headline
-- Stored factual explanations in one row: what a reader wants to know first.
--
-- reads:  factual_summary
-- grain:  one row
select
    count(*) as n_rows,
    count(*) filter (where n_factual = 0) as n_unexplained,
    count(*) filter (where is_contradicted) as n_contradicted,
    count(*) filter (where not is_complete) as n_incomplete,
    cast(coalesce(sum(n_factual), 0) as bigint) as n_factual
from factual_summary
