-- name: found_rules(precision, threshold)
-- The counted rules that hold and cover enough, and contain none that holds.
--
-- A part of a rule covers at least as much, so it would be among those found.
--
-- reads:  counted_rules, found_rules
-- writes: found_rules
-- grain:  one row per literal_ids
with holding_rules as (
    select
        literal_ids,
        n_like + n_unlike as coverage,
        n_like / (n_like + n_unlike) as precision
    from counted_rules
    where
        n_like / (n_like + n_unlike) >= $precision
        and n_like + n_unlike >= $threshold
)

select
    holding_rules.literal_ids,
    holding_rules.coverage,
    holding_rules.precision
from holding_rules
where not exists (
    select 1
    from found_rules
    where
        found_rules.coverage >= holding_rules.coverage
        and list_has_all(holding_rules.literal_ids, found_rules.literal_ids)
)
