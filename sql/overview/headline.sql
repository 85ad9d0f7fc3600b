-- name: headline
-- A ranking in one row: what a reader wants to know first.
--
-- reads:  summary, listed_first
-- grain:  one row
with answers as (
    select
        count(*) as n_rows,
        count(*) filter (where n_minimal = 0) as n_unanswered,
        count(*) filter (where is_contradicted) as n_contradicted,
        count(*) filter (where is_unique) as n_unique,
        cast(coalesce(sum(n_minimal), 0) as bigint) as n_counterfactuals,
        avg(gap) as mean_gap
    from summary
),

metrics as (
    select
        avg(typicality) as mean_typicality,
        avg(capacity) as mean_capacity,
        avg(universality) as mean_universality
    from listed_first
)

select
    answers.n_rows,
    answers.n_unanswered,
    answers.n_contradicted,
    answers.n_unique,
    answers.n_counterfactuals,
    answers.mean_gap,
    metrics.mean_typicality,
    metrics.mean_capacity,
    metrics.mean_universality
from answers
cross join metrics
