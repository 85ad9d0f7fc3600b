-- Rules: the literals that come with a label, with the greatest coverage first.
--
-- A few cases of the class are explained: their factual explanations are rules to
-- begin with. Then all rules of one literal are counted, all of two, and so on. A
-- rule that holds is found; one that does not is joined with another such rule to
-- one of a literal more, unless nothing with enough coverage can come of it. Where
-- a rule occurs is kept as bits, a word for each slice of the table.

-- fetch: class_size(label_id)
-- The cases of a class, and those of all others.
-- grain:  one row
select
    total(weight, label_id = $label_id) as n_like,
    total(weight, label_id <> $label_id) as n_unlike
from population;

-- stage: slots(n_slots)
-- Which slice each instance is in, and at which of its bits.
--
-- A slice holds instances of one label and one weight, so that counting its bits
-- counts rows.
-- grain:  one row per instance
with kinds as (
    select
        label_id,
        weight,
        (count(*) + $n_slots - 1) // $n_slots as n_slices
    from population
    group by label_id, weight
),

numbered_kinds as (
    select
        label_id,
        weight,
        cast(
            sum(n_slices) over (order by label_id, weight) - n_slices as bigint
        ) as first_slice
    from kinds
),

numbered_instances as (
    select
        instance_id,
        label_id,
        weight,
        code,
        row_number() over (partition by label_id, weight) - 1 as place
    from population
)

select
    numbered_instances.instance_id,
    numbered_instances.label_id,
    numbered_instances.weight,
    numbered_instances.code,
    numbered_kinds.first_slice
    + numbered_instances.place // $n_slots as slice_id,
    numbered_instances.place % $n_slots as slot
from numbered_instances
inner join numbered_kinds
    on
        numbered_instances.label_id = numbered_kinds.label_id
        and numbered_instances.weight = numbered_kinds.weight;

-- stage: literal_bits(label_id)
-- For each value of a feature and each slice, which of its instances have it.
--
-- `value_codes` is generated from the layout of the features (cfsql/method/packing.py).
-- grain:  one row per (feature_id, value_code, slice_id)
with cells as (
    select
        slice_id,
        slot,
        weight,
        label_id = $label_id as is_like,
        unnest(value_codes(code)) as value_code,
        generate_subscripts(value_codes(code), 1) as feature_id
    from slots
)

select
    feature_id,
    value_code,
    slice_id,
    is_like,
    weight,
    bit_or(cast(1 as bigint) << slot) as members
from cells
group by feature_id, value_code, slice_id, is_like, weight;

-- stage: literals
-- The values that some case of the class has, numbered by feature and value.
-- grain:  one row per literal_id
select
    feature_id,
    value_code,
    total(weight * bit_count(members), is_like) as n_like,
    total(weight * bit_count(members), not is_like) as n_unlike,
    row_number() over (order by feature_id, value_code) as literal_id
from literal_bits
group by feature_id, value_code
having total(weight * bit_count(members), is_like) > 0;

-- stage: sampled_rows(label_id, n_sampled) into asked_rows
-- A few cases of a class: their factual explanations are rules to begin with.
-- grain:  one row per row_id
select
    cases.row_id,
    cases.instance_id
from cases
inner join instances
    on cases.instance_id = instances.instance_id
where instances.label_id = $label_id
order by md5(cast(cases.row_id as varchar)), cases.row_id
limit $n_sampled;

-- stage: known_rules into found_rules
-- The factual explanations of the sampled cases, as rules.
-- grain:  one row per literal_ids
with members as (
    select
        *,
        unnest(features)['feature_id'] as feature_id
    from listed_sets
),

sampled_rules as (
    select
        members.coverage,
        members.precision,
        list(literals.literal_id order by literals.literal_id) as literal_ids
    from members
    inner join explained_targets
        on members.target_id = explained_targets.target_id
    inner join literals
        on
            members.feature_id = literals.feature_id
            and value_codes(explained_targets.code)[members.feature_id]
            = literals.value_code
    group by
        members.target_id,
        members.chosen,
        members.coverage,
        members.precision
)

select distinct
    literal_ids,
    coverage,
    precision
from sampled_rules;

-- stage: single_rules into counted_rules
-- The rules of one literal, counted.
-- grain:  one row per rule_id
select
    literal_id as rule_id,
    cast(0 as bigint) as prefix_id,
    feature_id as last_feature_id,
    [literal_id] as literal_ids,
    n_like,
    n_unlike,
    n_unlike + 1 as n_unlike_before
from literals;

-- stage: single_bits into chunk_bits
-- For each rule of one literal and each slice, the instances that contain it.
-- grain:  one row per (rule_id, slice_id)
select
    literals.literal_id as rule_id,
    literal_bits.slice_id,
    literal_bits.is_like,
    literal_bits.weight,
    literal_bits.members
from literal_bits
inner join literals
    on
        literal_bits.feature_id = literals.feature_id
        and literal_bits.value_code = literals.value_code;

-- stage: joined_rules
-- Rules of one literal more: two failed ones that differ in their last literal,
-- put together.
-- grain:  one row per literal_ids
select
    failed_rules.rule_id as prefix_id,
    later.rule_id as later_id,
    later.last_feature_id,
    list_append(failed_rules.literal_ids, later.literal_ids[-1]) as literal_ids
from failed_rules
inner join failed_rules as later
    on
        failed_rules.prefix_id = later.prefix_id
        and failed_rules.last_feature_id < later.last_feature_id;

-- stage: candidate_rules
-- The joined rules that may hold: whichever literal is left out, a failed rule
-- is left.
-- grain:  one row per rule_id
with parts as (
    select
        literal_ids,
        unnest(literal_ids) as left_out_id
    from joined_rules
),

shortened_rules as (
    select
        literal_ids,
        list_filter(
            literal_ids, lambda literal_id: literal_id <> left_out_id
        ) as part_ids
    from parts
),

whole_rules as (
    select
        shortened_rules.literal_ids,
        min(failed_rules.n_unlike) as n_unlike_before
    from shortened_rules
    inner join failed_rules
        on shortened_rules.part_ids = failed_rules.literal_ids
    group by shortened_rules.literal_ids
    having count(*) = len(shortened_rules.literal_ids)
)

select
    joined_rules.*,
    whole_rules.n_unlike_before,
    row_number() over () as rule_id
from joined_rules
inner join whole_rules
    on joined_rules.literal_ids = whole_rules.literal_ids;

-- stage: candidate_bits(first_rule, last_rule) into chunk_bits
-- For some of the candidates and each slice, the instances that contain them.
-- grain:  one row per (rule_id, slice_id)
select
    candidate_rules.rule_id,
    failed_bits.slice_id,
    failed_bits.is_like,
    failed_bits.weight,
    failed_bits.members & later.members as members
from candidate_rules
inner join failed_bits
    on candidate_rules.prefix_id = failed_bits.rule_id
inner join failed_bits as later
    on
        candidate_rules.later_id = later.rule_id
        and failed_bits.slice_id = later.slice_id
where
    candidate_rules.rule_id between $first_rule and $last_rule
    and failed_bits.members & later.members <> 0;

-- stage: counted_rules
-- The candidates that some case of the class contains, counted.
-- grain:  one row per rule_id
with counts as (
    select
        rule_id,
        total(weight * bit_count(members), is_like) as n_like,
        total(weight * bit_count(members), not is_like) as n_unlike
    from chunk_bits
    group by rule_id
)

select
    candidate_rules.*,
    counts.n_like,
    counts.n_unlike
from counts
inner join candidate_rules
    on counts.rule_id = candidate_rules.rule_id
where counts.n_like > 0;

-- append: found_rules(precision, threshold)
-- The counted rules that hold and cover enough, and contain none that holds.
--
-- A part of a rule covers at least as much, so it would be among those found.
-- grain:  one row per literal_ids
with holding_rules as (
    select
        literal_ids,
        n_like + n_unlike as coverage,
        n_like / (n_like + n_unlike) as precision
    from counted_rules
    where
        n_like / (n_like + n_unlike) >= $precision
        and n_like + n_unlike >= $threshold
)

select *
from holding_rules
where not exists (
    select 1
    from found_rules
    where
        found_rules.coverage >= holding_rules.coverage
        and list_has_all(holding_rules.literal_ids, found_rules.literal_ids)
);

-- fetch: threshold(n_wanted)
-- The coverage that a rule must have to be among the wanted ones: that of the last
-- of these, or 1 while there are fewer.
-- grain:  one row
with best_rules as (
    select coverage
    from found_rules
    order by coverage desc
    limit $n_wanted
)

select case when count(*) < $n_wanted then 1 else min(coverage) end as threshold
from best_rules;

-- append: next_rules(precision, threshold)
-- The counted rules that do not hold, and of which wanted rules may come.
--
-- A rule with enough coverage has a part with enough cases of the class; and each
-- literal of a minimal rule keeps a case of another class out.
-- grain:  one row per rule_id
select
    rule_id,
    prefix_id,
    last_feature_id,
    literal_ids,
    n_unlike
from counted_rules
where
    n_like / (n_like + n_unlike) < $precision
    and n_like >= $precision * $threshold
    and n_unlike < n_unlike_before;

-- append: next_bits
-- The instances of the rules of a chunk that are gone on with.
-- grain:  one row per (rule_id, slice_id)
select *
from chunk_bits
where rule_id in (
    select next_rules.rule_id
    from next_rules
);

-- fetch: rules(n_wanted, min_cases)
-- The rules that cover enough cases, those with the greatest coverage, in words.
-- grain:  one row per rule
with members as (
    select
        *,
        unnest(literal_ids) as literal_id
    from found_rules
),

spelled_rules as (
    select
        members.literal_ids,
        members.coverage,
        members.precision,
        list(features.feature_id order by literals.literal_id) as feature_ids,
        list(
            {
                feature: features.feature,
                value: dictionary.value_text
            }
            order by literals.literal_id
        ) as literals
    from members
    inner join literals
        on members.literal_id = literals.literal_id
    inner join features
        on literals.feature_id = features.feature_id
    inner join dictionary
        on
            literals.feature_id = dictionary.feature_id
            and literals.value_code = dictionary.value_code
    group by members.literal_ids, members.coverage, members.precision
)

select
    feature_names(literals) as features,
    literals,
    cast(len(literals) as integer) as size,
    coverage,
    precision
from spelled_rules
where coverage >= $min_cases
order by coverage desc, size asc, feature_ids asc, literal_ids asc
limit $n_wanted;
