-- name: recoded_rows
-- Each row of S in another layout, which leaves some features out.
--
-- `recode` is generated from both layouts (cfsql/method/packing.py).
--
-- reads:  cases, instances
-- writes: coded_rows
-- grain:  one row per row_id of S
select
    cases.row_id,
    instances.label_id,
    recode(instances.code) as code
from cases
inner join instances
    on cases.instance_id = instances.instance_id
