-- name: keyed_seekers(choices, shape)
-- Every seeker under the key of each choice of blocks.
--
-- The key is the number of the choice and 48 bits of a hash of the kept features:
-- one number, which is sorted and looked up faster than the features themselves.
-- `masked` is generated from the layout of the features.
--
-- reads:  seekers
-- writes: keyed_seekers
-- grain:  one row per seeker and choice
select
    seekers.*,
    choices.kept,
    choices.must_differ,
    shiftleft(choices.place, 48)
    | (xxhash64(masked(seekers.code, choices.kept)) & 281474976710655)
        as block_key
from seekers
    lateral view
    inline(from_json($choices, $shape)) choices as place, kept, must_differ
