-- name: loaded_tables
-- The tables that cfsql loaded into this database.
--
-- Tables that an older version loaded have no bins.
--
-- reads:  tables
-- grain:  one row per table_name
with no_tables as (
    select cast(map() as map (varchar, varchar)) as bins
    where false
),

all_tables as (
    select *
    from tables
    union all by name
    select bins
    from no_tables
)

select
    table_name,
    source,
    label_column,
    id_column,
    ignored_columns,
    n_rows,
    n_labelled,
    n_instances,
    n_features,
    loaded_at,
    coalesce(bins, map()) as bins
from all_tables
order by table_name
