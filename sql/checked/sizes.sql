-- name: sizes
-- How much there is to check.
--
-- reads:  ranked, factual
-- grain:  one row
with ranked_size as (
    select count(*) as n_counterfactuals
    from ranked
),

factual_size as (
    select count(*) as n_factual
    from factual
)

select
    ranked_size.n_counterfactuals,
    factual_size.n_factual
from ranked_size
cross join factual_size
