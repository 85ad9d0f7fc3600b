-- name: split_seekers
-- Seekers under their keys; one of a heavy key in the parts where it meets all
-- partners.
--
-- reads:  keyed_seekers, heavy_keys
-- writes: split_seekers
-- grain:  one row per seeker, choice and part
select
    keyed_seekers.*,
    coalesce(
        heavy_keys.seeker_part * heavy_keys.n_parts + heavy_keys.partner_part, 0
    ) as part
from keyed_seekers
left join heavy_keys
    on
        keyed_seekers.block_key = heavy_keys.block_key
        and pmod(xxhash64(keyed_seekers.code), heavy_keys.n_parts)
        = heavy_keys.seeker_part
