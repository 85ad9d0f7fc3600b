-- Why: the minimal factual explanations of some rows, as sets of features.
--
-- A target is compared with all cases; what counts is the set of features in which
-- they disagree. From the empty set on, a level adds one feature to each set that
-- does not explain its target yet: exact_… where no exception is allowed,
-- tolerant_… where some are. Explanations that are found are
-- counted, listed and spelled.

-- stage: explained_targets(targets_per_batch)
-- The instances to explain, in batches that are worked on together.
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
    total(weight, is_like) as n_like,
    total(weight, not is_like) as n_unlike
from pairs
group by target_id, disagreement;

-- view: unlike_sets
-- The disagreement sets with cases of another label.
-- grain:  one row per (target_id, disagreement)
select
    target_id,
    disagreement
from compared_sets
where n_unlike > 0;

-- fetch: unlike_sizes
-- In how many features cases with another label differ from a target.
-- grain:  one row per size
select distinct cast(bit_count(disagreement) as integer) as size
from unlike_sets
order by size;

-- append: minimal_sets(size)
-- The disagreement sets of one size with cases of another label, of which no
-- smaller one is a part.
--
-- A set of features that meets all of these meets all disagreement sets.
-- grain:  one row per (target_id, disagreement)
select *
from unlike_sets
where
    bit_count(disagreement) = $size
    and not exists (
        select 1
        from minimal_sets as smaller
        where
            unlike_sets.target_id = smaller.target_id
            and bit_count(smaller.disagreement & ~unlike_sets.disagreement) = 0
    );

-- stage: roots(batch) into open_sets
-- Where the search begins: every target with no feature chosen and none ruled out.
-- grain:  one row per target
select
    target_id,
    disagreement(code, code) as chosen,
    disagreement(code, code) as excluded
from explained_targets
where batch = $batch;

-- stage: only_chunk into chunk_sets
-- All open sets as one chunk, where they are few.
-- grain:  one row per (target_id, chosen)
select *
from open_sets;

-- stage: loads
-- How many sets each target's open sets are to be tested with, and how many
-- come before them.
--
-- Targets with few tests go first: where time runs out, most are complete.
-- grain:  one row per target with open sets
with probed_counts as (
    select
        target_id,
        count(*) as n_probed
    from probed_sets
    group by target_id
),

target_loads as (
    select
        open_sets.target_id,
        cast(sum(coalesce(probed_counts.n_probed, 1)) as bigint) as n_tests
    from open_sets
    left join probed_counts
        on open_sets.target_id = probed_counts.target_id
    group by open_sets.target_id
)

select
    target_id,
    n_tests,
    cast(sum(n_tests) over (order by n_tests, target_id) - n_tests as bigint)
        as n_earlier_tests
from target_loads;

-- fetch: n_tests
-- The tests of all targets.
-- grain:  one row
select max(n_earlier_tests + n_tests) as n_tests
from loads;

-- stage: chunk_sets(chunk, tests_per_chunk)
-- The open sets of one chunk of the tests.
--
-- A target with more tests than a chunk is spread over several.
-- grain:  one row per (target_id, chosen)
select open_sets.*
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

-- stage: tolerant_tests into tested_sets
-- Each open set, with the cases that share the target's values there, and the
-- features that keep a case with another label out.
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

-- append: exact_finds into factual_sets
-- The tested sets that meet every disagreement set, and none of whose features
-- could be left out: the minimal factual explanations. Their cases are counted
-- later.
-- grain:  one row per (target_id, chosen)
select
    target_id,
    chosen,
    cast(null as bigint) as coverage,
    cast(1 as double) as precision
from tested_sets
where unmet is null and critical = chosen;

-- append: tolerant_finds(precision, min_cases) into factual_sets
-- The tested sets whose cases are enough, and have the target's label often enough.
--
-- No part of a tested set did so before.
-- grain:  one row per (target_id, chosen)
select
    target_id,
    chosen,
    cast(n_like + n_unlike as bigint) as coverage,
    n_like / (n_like + n_unlike) as precision
from tested_sets
where
    n_like / (n_like + n_unlike) >= $precision
    and n_like + n_unlike >= $min_cases;

-- stage: exact_children into open_sets
-- The next open sets: one more feature each, from the set that is not met.
--
-- A child that takes a feature may never take an earlier one of the same set:
-- what has both is a child of the earlier one. So nothing is found twice.
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

-- stage: tolerant_children(precision, min_cases) into open_sets
-- The next open sets: one feature more, and every set of one feature less has
-- failed.
--
-- A set has failed when it has too many exceptions, and yet each of its features
-- keeps a case with another label out: a set with one that does not is of no use,
-- nor is any that contains it. A set with too few cases has none but such children.
-- grain:  one row per (target_id, chosen)
select
    tested_sets.target_id,
    tested_sets.chosen | feature_bits.own_bit as chosen,
    tested_sets.excluded
from tested_sets
inner join feature_bits
    on bit_count(tested_sets.chosen & feature_bits.own_bit) = 0
where
    tested_sets.n_like / (tested_sets.n_like + tested_sets.n_unlike)
    < $precision
    and tested_sets.n_like + tested_sets.n_unlike >= $min_cases
    and tested_sets.critical = tested_sets.chosen
group by
    tested_sets.target_id,
    tested_sets.chosen | feature_bits.own_bit,
    tested_sets.excluded
having count(*) = bit_count(tested_sets.chosen | feature_bits.own_bit);

-- append: open_targets into unfinished_targets
-- The targets with open sets, of which larger explanations may come.
-- grain:  one row per target_id
select distinct target_id
from open_sets;

-- append: satisfied_targets(per_row) into unfinished_targets
-- The targets with open sets and explanations enough: larger ones are not asked for.
-- grain:  one row per target_id
select distinct target_id
from open_sets
where target_id in (
    select factual_sets.target_id
    from factual_sets
    group by factual_sets.target_id
    having count(*) >= $per_row
);

-- stage: unsatisfied_sets into open_sets
-- The open sets of the targets that still need explanations.
-- grain:  one row per (target_id, chosen)
select *
from open_sets
where target_id not in (
    select unfinished_targets.target_id
    from unfinished_targets
);

-- append: exact_measures(min_cases) into measured_sets
-- Each factual explanation without exceptions that enough cases contain.
--
-- They all have the target's label, so the others need not be looked at. What
-- contains a minimal explanation covers no more cases than it does: of those that
-- cover enough, the minimal ones are the minimal ones of all that cover enough.
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
    factual_sets.precision
having sum(compared_sets.n_like) >= $min_cases;

-- append: tolerant_measures into measured_sets
-- Each factual explanation with exceptions: its cases were counted to find it.
-- grain:  one row per (target_id, chosen)
select *
from factual_sets;

-- stage: feature_sets
-- The feature sets of all explanations, as lists in column order.
-- grain:  one row per chosen
with distinct_sets as (
    select distinct chosen
    from measured_sets
)

select
    distinct_sets.chosen,
    coalesce(
        list(
            {
                feature_id: feature_bits.feature_id,
                feature: feature_bits.feature
            }
            order by feature_bits.feature_id
        ) filter (where feature_bits.feature_id is not null),
        []
    ) as features
from distinct_sets
left join feature_bits
    on bit_count(distinct_sets.chosen & feature_bits.own_bit) = 1
group by distinct_sets.chosen;

-- stage: listed_sets(per_row)
-- The explanations of each target in the order in which they are listed, and of
-- these the first few, if a number is given.
-- grain:  one row per (target_id, chosen)
select
    measured_sets.*,
    feature_sets.features,
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
qualify place <= coalesce($per_row, place);

-- store: factual
-- The minimal factual explanations of each row in words, smallest first.
-- grain:  one row per (row_id, features)
select
    asked_rows.row_id,
    labels.label,
    feature_names(listed_sets.features) as features,
    literals_in(listed_sets.features, texts.feature_texts) as literals,
    listed_sets.size,
    listed_sets.coverage,
    listed_sets.precision
from asked_rows
inner join instances
    on asked_rows.instance_id = instances.instance_id
inner join labels
    on instances.label_id = labels.label_id
inner join listed_sets
    on asked_rows.instance_id = listed_sets.target_id
inner join texts
    on asked_rows.row_id = texts.row_id
order by asked_rows.row_id, listed_sets.place;

-- store: factual_summary
-- How many explanations each row that was asked about has, and the first in words.
--
-- A row without an explanation is here too, with n_factual = 0.
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
)

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
    case
        when counted_sets.smallest_size = 0 then 'every case'
        else
            literals_text(
                literals_in(counted_sets.first_features, texts.feature_texts)
            )
    end as explanation
from asked_rows
inner join instances
    on asked_rows.instance_id = instances.instance_id
inner join labels
    on instances.label_id = labels.label_id
inner join texts
    on asked_rows.row_id = texts.row_id
left join counted_sets
    on asked_rows.instance_id = counted_sets.target_id
order by asked_rows.row_id;

-- fetch: exceptions
-- The cases with another label that contain a listed explanation.
-- grain:  one row per (features, row_id)
select
    feature_names(listed_sets.features) as features,
    cases.row_id,
    labels.label
from listed_sets
inner join explained_targets
    on listed_sets.target_id = explained_targets.target_id
inner join instances
    on
        explained_targets.label_id <> instances.label_id
        and bit_count(
            disagreement(explained_targets.code, instances.code)
            & listed_sets.chosen
        )
        = 0
inner join cases
    on instances.instance_id = cases.instance_id
inner join labels
    on instances.label_id = labels.label_id
where listed_sets.precision < 1
order by features, cases.row_id;
