-- name: keyed_partners(choices, shape)
-- Every row that seekers are compared with, under the key of each choice of blocks.
--
-- The key is that of join/keyed_seekers.
--
-- reads:  partners
-- writes: keyed_partners
-- grain:  one row per partner and choice
select
    partners.*,
    choices.kept,
    shiftleft(choices.place, 48)
    | (xxhash64(masked(partners.code, choices.kept)) & 281474976710655)
        as block_key
from partners
    lateral view
    inline(from_json($choices, $shape)) choices as place, kept, must_differ
