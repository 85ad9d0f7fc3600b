-- name: minimal_sets(size)
-- The disagreement sets of one size with cases of another label, of which no
-- smaller one is a part.
--
-- What meets all of these meets all disagreement sets.
--
-- reads:  compared_sets, minimal_sets
-- writes: minimal_sets
-- grain:  one row per (target_id, disagreement)
select
    compared_sets.target_id,
    compared_sets.disagreement
from compared_sets
where
    compared_sets.n_unlike > 0
    and bit_count(compared_sets.disagreement) = $size
    and not exists (
        select 1
        from minimal_sets as smaller
        where
            compared_sets.target_id = smaller.target_id
            and bit_count(smaller.disagreement & ~compared_sets.disagreement)
            = 0
    )
