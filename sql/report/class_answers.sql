-- name: class_answers
-- The classes, the largest first, and how their rows were answered.
--
-- A class of which no row was ranked has 0 in n_ranked and NULL for means.
--
-- reads:  labels, summary
-- grain:  one row per label
select
    labels.label,
    labels.n_rows,
    count(summary.row_id) as n_ranked,
    count(*) filter (where summary.n_minimal > 0) as n_answered,
    count(*) filter (where summary.is_unique) as n_unique,
    count(*) filter (where summary.is_contradicted) as n_contradicted,
    avg(summary.min_distance) as mean_distance
from labels
left join summary
    on labels.label = summary.label
group by labels.label, labels.n_rows
order by labels.n_rows desc, labels.label asc
