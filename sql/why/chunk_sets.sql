-- name: chunk_sets(chunk, tests_per_chunk)
-- The open sets of one chunk of the tests.
--
-- A target with more tests than a chunk is spread over several.
--
-- reads:  open_sets, loads
-- writes: chunk_sets
-- grain:  one row per (target_id, chosen)
select
    open_sets.target_id,
    open_sets.chosen,
    open_sets.excluded
from open_sets
inner join loads
    on open_sets.target_id = loads.target_id
where
    (
        loads.n_earlier_tests
        + loads.n_tests * (hash(open_sets.chosen) % 1024) // 1024
    ) // $tests_per_chunk = $chunk
