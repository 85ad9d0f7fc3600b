-- The plan `blocked`: joins on choices of blocks of features.
--
-- Two rows within r changes agree on all but r blocks. For each choice of r blocks to
-- drop there is a hash join on the others, and `hamming` on the pairs that it finds.

-- stage: partners(one_in)
-- The instances that pairs are counted with, of many one in so many.
-- grain:  one row per instance
select
    instance_id,
    code
from all_partners
where instance_id % $one_in = 0;

-- stage: targets(run, one_in) into seekers
-- The open targets that pairs are counted for, of many every so many-th run of ids.
--
-- With runs as long as partners are apart, no two ids are nearer to each other in the
-- sample than among all.
-- grain:  one row per instance
select code
from open_targets
where instance_id // $run % $one_in = 0;

-- stage: centres(run, one_in) into seekers
-- The open centres that pairs are counted for, in the same way.
-- grain:  one row per centre_id
select code
from open_centres
where centre_id // $run % $one_in = 0;

-- fetch: candidates
-- How many pairs a join on a choice of blocks would look at.
--
-- `kept_key` is generated from the choice of blocks.
-- grain:  one row
with seeker_groups as (
    select
        kept_key(code) as group_key,
        count(*) as n_seekers
    from seekers
    group by kept_key(code)
),

partner_groups as (
    select
        kept_key(code) as group_key,
        count(*) as n_instances
    from partners
    group by kept_key(code)
)

select
    cast(
        coalesce(
            sum(seeker_groups.n_seekers * partner_groups.n_instances), 0
        ) as bigint
    ) as n_candidates
from seeker_groups
inner join partner_groups
    on seeker_groups.group_key = partner_groups.group_key;

-- append: minimal(distance) into found_pairs
-- The counterfactuals at one distance that agree with their target on a choice
-- of blocks.
--
-- Every nearer distance was searched before, so these are minimal. Several
-- choices may find the same pair. `kept_agree` is generated from the choice, and
-- `required` from the user's condition.
-- grain:  one row per (from_id, to_id) and choice that finds it
select
    open_targets.instance_id as from_id,
    candidates.instance_id as to_id,
    $distance as distance
from open_targets
inner join candidates
    on
        kept_agree(open_targets.code, candidates.code)
        and unlike(open_targets.label_id, candidates.label_id)
        and hamming(open_targets.code, candidates.code) = $distance
        and directed(open_targets.code, candidates.code)
        and required(open_targets.case_values, candidates.case_values);

-- append: distinct_pairs into minimal
-- The pairs that the joins of one level found, each once.
--
-- The join itself could tell which choice a pair belongs to, as it does for
-- hyperballs; but here the pairs that are left are few, and this is cheaper.
-- grain:  one row per (from_id, to_id)
select distinct
    from_id,
    to_id,
    distance
from found_pairs;

-- append: balls(radius) into ball_parts
-- The rows around each centre that agree with it on a choice of blocks.
--
-- A row that several choices would find is kept by the one whose dropped blocks
-- differ. `kept_agree` and `dropped_differ` are generated from the choice.
-- grain:  one row per (centre_id, distance, label_id) with rows in it
select
    open_centres.centre_id,
    hamming(open_centres.code, population.code) as distance,
    population.label_id,
    cast(sum(population.weight) as bigint) as n_rows
from open_centres
inner join population
    on
        kept_agree(open_centres.code, population.code)
        and hamming(open_centres.code, population.code) <= $radius
        and dropped_differ(open_centres.code, population.code)
group by
    open_centres.centre_id,
    hamming(open_centres.code, population.code),
    population.label_id;
