-- name: first_factuals(n_shown)
-- The first explanation of the first few rows that have one.
--
-- It is one of the smallest, and of these the one with the greatest coverage.
--
-- reads:  factual, factual_summary
-- grain:  one row per row_id
with first_rows as (
    select
        row_id,
        label,
        explanation,
        smallest_size,
        n_factual
    from factual_summary
    where n_factual > 0
    order by row_id
    limit $n_shown
)

select
    first_rows.row_id,
    first_rows.label,
    first_rows.explanation,
    max(factual.coverage) as coverage,
    first_rows.n_factual
from first_rows
inner join factual
    on
        first_rows.row_id = factual.row_id
        and first_rows.smallest_size = factual.size
group by
    first_rows.row_id,
    first_rows.label,
    first_rows.explanation,
    first_rows.n_factual
order by first_rows.row_id
