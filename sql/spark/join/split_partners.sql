-- name: split_partners
-- What seekers are compared with, under its keys; of a heavy key in the parts where
-- it meets all seekers.
--
-- reads:  keyed_partners, heavy_keys
-- writes: split_partners
-- grain:  one row per partner, choice and part
select
    keyed_partners.*,
    coalesce(
        heavy_keys.seeker_part * heavy_keys.n_parts + heavy_keys.partner_part, 0
    ) as part
from keyed_partners
left join heavy_keys
    on
        keyed_partners.block_key = heavy_keys.block_key
        and pmod(xxhash64(keyed_partners.code), heavy_keys.n_parts)
        = heavy_keys.partner_part
