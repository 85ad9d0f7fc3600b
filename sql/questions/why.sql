-- Why: the minimal factual explanations of a row, as sets of features.

-- stage: explained_targets(targets_per_batch)
-- The instances to explain, in batches that are worked on together.
--
-- grain:  one row per target
select
    instance_id as target_id,
    label_id,
    code,
    (row_number() over (order by instance_id) - 1) // $targets_per_batch
        as batch
from targets;


-- stage: compared_sets(batch)
-- For each set of features, the cases that disagree with a target on just these:
-- how many have its label, how many another one.
--
-- All that follows is about sets of features and forgets the cases.
--
-- grain:  one row per (target_id, disagreement)
with pairs as (
    select
        explained_targets.target_id,
        population.weight,
        explained_targets.label_id = population.label_id as is_like,
        disagreement(explained_targets.code, population.code) as disagreement
    from explained_targets
    cross join population
    where explained_targets.batch = $batch
)

select
    target_id,
    disagreement,
    cast(coalesce(sum(weight) filter (where is_like), 0) as bigint) as n_like,
    cast(coalesce(sum(weight) filter (where not is_like), 0) as bigint)
        as n_unlike
from pairs
group by target_id, disagreement;


-- fetch: unlike_sizes
-- In how many features cases with another label differ from a target.
--
-- grain:  one row per size
select distinct cast(bit_count(disagreement) as integer) as size
from compared_sets
where n_unlike > 0
order by size;


-- stage: no_minimal_sets into minimal_sets
-- An empty `minimal_sets`, to be filled size by size.
--
-- grain:  one row per (target_id, disagreement)
select
    target_id,
    disagreement
from compared_sets
where false;


-- append: minimal_sets(size)
-- The disagreement sets of one size with cases of another label, of which no
-- smaller one is a part.
--
-- What meets all of these meets all disagreement sets.
--
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
    );


-- stage: roots(batch) into open_sets
-- Where the search begins: every target with no feature chosen and none ruled out.
--
-- grain:  one row per target
select
    target_id,
    disagreement(code, code) as chosen,
    disagreement(code, code) as excluded
from explained_targets
where batch = $batch;


-- stage: only_chunk into chunk_sets
-- All open sets as one chunk.
--
-- grain:  one row per (target_id, chosen)
select
    target_id,
    chosen,
    excluded
from open_sets;


-- stage: loads
-- How many sets each target's open sets are to be tested with, and how many
-- come before them.
--
-- Targets with few tests go first: where time runs out, most are complete.
--
-- grain:  one row per target with open sets
with open_counts as (
    select
        target_id,
        count(*) as n_open
    from open_sets
    group by target_id
),

probed_counts as (
    select
        target_id,
        count(*) as n_probed
    from probed_sets
    group by target_id
),

target_loads as (
    select
        open_counts.target_id,
        open_counts.n_open * coalesce(probed_counts.n_probed, 1) as n_tests
    from open_counts
    left join probed_counts
        on open_counts.target_id = probed_counts.target_id
)

select
    target_id,
    n_tests,
    cast(sum(n_tests) over (order by n_tests, target_id) - n_tests as bigint)
        as n_earlier_tests
from target_loads;


-- fetch: n_tests
-- The tests of all targets.
--
-- grain:  one row
select cast(coalesce(sum(n_tests), 0) as bigint) as n_tests
from loads;


-- stage: chunk_sets(chunk, tests_per_chunk)
-- The open sets of one chunk of the tests.
--
-- A target with more tests than a chunk is spread over several.
--
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
    ) // $tests_per_chunk = $chunk;


-- stage: exact_tests into tested_sets
-- Each open set, with the features that it cannot do without, and a disagreement
-- set that it does not meet yet.
--
-- A chosen feature is critical when some disagreement set contains no other
-- chosen one. Of the sets that are not met, the one with the fewest features that
-- may still be chosen is taken; NULL says that all are met.
--
-- grain:  one row per (target_id, chosen)
select
    chunk_sets.target_id,
    chunk_sets.chosen,
    chunk_sets.excluded,
    coalesce(
        bit_or(minimal_sets.disagreement & chunk_sets.chosen) filter (
            where bit_count(minimal_sets.disagreement & chunk_sets.chosen) = 1
        ),
        chunk_sets.chosen & ~chunk_sets.chosen
    ) as critical,
    arg_min(
        minimal_sets.disagreement & ~chunk_sets.excluded,
        bit_count(minimal_sets.disagreement & ~chunk_sets.excluded)
    ) filter (
        where bit_count(minimal_sets.disagreement & chunk_sets.chosen) = 0
    ) as unmet
from chunk_sets
left join minimal_sets
    on chunk_sets.target_id = minimal_sets.target_id
group by chunk_sets.target_id, chunk_sets.chosen, chunk_sets.excluded;


-- append: exact_finds into factual_sets
-- The tested sets that meet every disagreement set, and none of whose features
-- could be left out: the minimal factual explanations. Their cases are counted
-- later.
--
-- grain:  one row per (target_id, chosen)
select
    target_id,
    chosen,
    null as coverage,
    1 as precision
from tested_sets
where unmet is null and critical = chosen;


-- append: exact_children into open_sets
-- The next open sets: one more feature each, from the set that is not met.
--
-- A child that takes a feature may never take an earlier one of the same set:
-- what has both is a child of the earlier one. So nothing is found twice.
--
-- grain:  one row per (target_id, chosen)
select
    tested_sets.target_id,
    tested_sets.chosen | feature_bits.own_bit as chosen,
    tested_sets.excluded | (tested_sets.unmet & feature_bits.earlier_bits)
        as excluded
from tested_sets
inner join feature_bits
    on bit_count(tested_sets.unmet & feature_bits.own_bit) = 1
where tested_sets.critical = tested_sets.chosen;


-- stage: exact_measures into measured_sets
-- Each factual explanation without exceptions, with the cases that contain it.
--
-- They all have the target's label, so the others need not be looked at.
--
-- grain:  one row per (target_id, chosen)
select
    factual_sets.target_id,
    factual_sets.chosen,
    cast(sum(compared_sets.n_like) as bigint) as coverage,
    factual_sets.precision
from factual_sets
inner join compared_sets
    on
        factual_sets.target_id = compared_sets.target_id
        and bit_count(compared_sets.disagreement & factual_sets.chosen) = 0
where compared_sets.n_like > 0
group by
    factual_sets.target_id,
    factual_sets.chosen,
    factual_sets.precision;


-- stage: tolerant_tests into tested_sets
-- Each open set, with the cases that share the target's values there, and the
-- features that keep a case with another label out.
--
-- grain:  one row per (target_id, chosen)
select
    chunk_sets.target_id,
    chunk_sets.chosen,
    chunk_sets.excluded,
    sum(compared_sets.n_like) filter (
        where bit_count(compared_sets.disagreement & chunk_sets.chosen) = 0
    ) as n_like,
    sum(compared_sets.n_unlike) filter (
        where bit_count(compared_sets.disagreement & chunk_sets.chosen) = 0
    ) as n_unlike,
    coalesce(
        bit_or(compared_sets.disagreement & chunk_sets.chosen) filter (
            where
            compared_sets.n_unlike > 0
            and bit_count(compared_sets.disagreement & chunk_sets.chosen) = 1
        ),
        chunk_sets.chosen & ~chunk_sets.chosen
    ) as critical
from chunk_sets
inner join compared_sets
    on chunk_sets.target_id = compared_sets.target_id
group by chunk_sets.target_id, chunk_sets.chosen, chunk_sets.excluded;


-- append: tolerant_finds(precision) into factual_sets
-- The tested sets whose cases have the target's label often enough.
--
-- No part of a tested set did so before.
--
-- grain:  one row per (target_id, chosen)
select
    target_id,
    chosen,
    n_like + n_unlike as coverage,
    n_like / (n_like + n_unlike) as precision
from tested_sets
where n_like / (n_like + n_unlike) >= $precision;


-- append: tolerant_children(precision) into open_sets
-- The next open sets: one feature more, and every set of one feature less has
-- failed.
--
-- A set has failed when it has too many exceptions, and yet each of its features
-- keeps a case with another label out: a set with one that does not is of no use,
-- nor is any that contains it.
--
-- grain:  one row per (target_id, chosen)
with failed_sets as (
    select
        target_id,
        chosen,
        excluded
    from tested_sets
    where
        n_like / (n_like + n_unlike) < $precision
        and critical = chosen
)

select
    failed_sets.target_id,
    failed_sets.chosen | feature_bits.own_bit as chosen,
    failed_sets.excluded
from failed_sets
inner join feature_bits
    on bit_count(failed_sets.chosen & feature_bits.own_bit) = 0
group by
    failed_sets.target_id,
    failed_sets.chosen | feature_bits.own_bit,
    failed_sets.excluded
having count(*) = bit_count(failed_sets.chosen | feature_bits.own_bit);


-- stage: tolerant_measures into measured_sets
-- Each factual explanation with exceptions: its cases were counted to find it.
--
-- grain:  one row per (target_id, chosen)
select
    target_id,
    chosen,
    coverage,
    precision
from factual_sets;


-- stage: no_factual_sets into factual_sets
-- An empty `factual_sets`, to be filled as they are found.
--
-- grain:  one row per (target_id, chosen)
select
    target_id,
    chosen,
    cast(null as bigint) as coverage,
    cast(null as double) as precision
from open_sets
where false;


-- stage: no_unfinished_targets into unfinished_targets
-- An empty `unfinished_targets`, to be filled as searches are given up.
--
-- grain:  one row per target_id, or several
select target_id
from explained_targets
where false;


-- append: open_targets into unfinished_targets
-- The targets with open sets, of which larger explanations may come.
--
-- grain:  one row per target_id
select distinct target_id
from open_sets;


-- append: satisfied_targets(per_row) into unfinished_targets
-- The targets with open sets and explanations enough: larger ones are not asked for.
--
-- grain:  one row per target_id
select distinct open_sets.target_id
from open_sets
where open_sets.target_id in (
    select factual_sets.target_id
    from factual_sets
    group by factual_sets.target_id
    having count(*) >= $per_row
);


-- stage: unsatisfied_sets into open_sets
-- The open sets of the targets that still need explanations.
--
-- grain:  one row per (target_id, chosen)
select
    target_id,
    chosen,
    excluded
from open_sets
where target_id not in (
    select unfinished_targets.target_id
    from unfinished_targets
);


-- stage: feature_sets
-- The feature sets of all explanations, as lists in column order.
--
-- grain:  one row per chosen
with distinct_sets as (
    select distinct chosen
    from measured_sets
),

named_sets as (
    select
        distinct_sets.chosen,
        list(
            {
                feature_id: feature_bits.feature_id,
                feature: feature_bits.feature
            }
            order by feature_bits.feature_id
        ) as features
    from distinct_sets
    left join feature_bits
        on bit_count(distinct_sets.chosen & feature_bits.own_bit) = 1
    group by distinct_sets.chosen
)

select
    chosen,
    case when bit_count(chosen) = 0 then [] else features end as features
from named_sets;


-- stage: listed_sets(per_row)
-- The explanations of each target in the order in which they are listed, and of
-- these the first few, if only so many are wanted.
--
-- grain:  one row per (target_id, chosen)
with placed_sets as (
    select
        measured_sets.target_id,
        measured_sets.chosen,
        feature_sets.features,
        measured_sets.coverage,
        measured_sets.precision,
        cast(len(feature_sets.features) as integer) as size,
        row_number() over (
            partition by measured_sets.target_id
            order by
                len(feature_sets.features) asc,
                measured_sets.coverage desc,
                feature_sets.features asc
        ) as place,
        count(*) over (partition by measured_sets.target_id) as n_found
    from measured_sets
    inner join feature_sets
        on measured_sets.chosen = feature_sets.chosen
)

select
    target_id,
    chosen,
    features,
    size,
    coverage,
    precision,
    place,
    n_found
from placed_sets
where place <= coalesce($per_row, place);


-- stage: factual
-- The minimal factual explanations of each row in words, smallest first.
--
-- grain:  one row per (row_id, features)
with spelled_sets as (
    select
        asked_rows.row_id,
        labels.label,
        listed_sets.features,
        texts.feature_texts,
        listed_sets.size,
        listed_sets.coverage,
        listed_sets.precision,
        listed_sets.place
    from asked_rows
    inner join instances
        on asked_rows.instance_id = instances.instance_id
    inner join labels
        on instances.label_id = labels.label_id
    inner join listed_sets
        on asked_rows.instance_id = listed_sets.target_id
    inner join texts
        on asked_rows.row_id = texts.row_id
)

select
    row_id,
    label,
    list_transform(features, lambda member: member['feature']) as features,
    list_transform(
        features,
        lambda member: {
            feature: member['feature'],
            value: feature_texts[member['feature_id']]
        }
    ) as literals,
    size,
    coverage,
    precision
from spelled_sets
order by row_id, place;


-- fetch: factual_summary
-- What there is to say of each row that was asked about.
--
-- A row without an explanation is here too, with n_factual = 0.
--
-- grain:  one row per row_id asked about
with counted_sets as (
    select
        target_id,
        min(size) as smallest_size,
        count(*) as n_listed,
        max(n_found) as n_found,
        arg_min(features, place) as first_features
    from listed_sets
    group by target_id
),

spelled_rows as (
    select
        asked_rows.row_id,
        labels.label,
        counted_sets.smallest_size,
        coalesce(counted_sets.n_listed, 0) as n_factual,
        coalesce(counted_sets.n_listed = counted_sets.n_found, true)
        and asked_rows.instance_id not in (
            select unfinished_targets.target_id
            from unfinished_targets
        ) as is_complete,
        instances.is_contradicted,
        counted_sets.first_features,
        texts.feature_texts
    from asked_rows
    inner join instances
        on asked_rows.instance_id = instances.instance_id
    inner join labels
        on instances.label_id = labels.label_id
    inner join texts
        on asked_rows.row_id = texts.row_id
    left join counted_sets
        on asked_rows.instance_id = counted_sets.target_id
)

select
    row_id,
    label,
    smallest_size,
    n_factual,
    is_complete,
    is_contradicted,
    case
        when smallest_size = 0 then 'every case'
        else
            array_to_string(
                list_transform(
                    first_features,
                    lambda member: concat(
                        member['feature'],
                        ': ',
                        coalesce(feature_texts[member['feature_id']], 'NULL')
                    )
                ),
                ', '
            )
    end as explanation
from spelled_rows
order by row_id;


-- fetch: exceptions
-- The cases with another label that contain a listed explanation.
--
-- grain:  one row per (features, row_id)
with tolerant_sets as (
    select
        target_id,
        chosen,
        list_transform(features, lambda member: member['feature']) as features
    from listed_sets
    where precision < 1
)

select
    tolerant_sets.features,
    cases.row_id,
    labels.label
from tolerant_sets
inner join explained_targets
    on tolerant_sets.target_id = explained_targets.target_id
inner join instances
    on
        explained_targets.label_id <> instances.label_id
        and bit_count(
            disagreement(explained_targets.code, instances.code)
            & tolerant_sets.chosen
        )
        = 0
inner join cases
    on instances.instance_id = cases.instance_id
inner join labels
    on instances.label_id = labels.label_id
order by tolerant_sets.features, cases.row_id;
