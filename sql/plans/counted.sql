-- The plan `counted`: hyperballs without a single pair.
--
-- Rows are grouped by what they have outside each set of j features; the sums over
-- all sets of one size give the rows at each distance.

-- append: set_counts(kind_id, weight) into set_parts
-- The rows that agree with each centre outside a set of features.
--
-- No pair is looked at: rows are grouped by what they have outside the set. Only
-- hyperballs at least as large as the set need it. Sets are of one kind that have as
-- many features of each weight; without weights, a kind is a number of features.
-- grain:  one row per (centre_id, label_id) with such rows
with row_groups as (
    select
        kept_key(code) as group_key,
        label_id,
        sum(weight) as n_rows
    from population
    group by kept_key(code), label_id
)

select
    open_centres.centre_id,
    $kind_id as kind_id,
    row_groups.label_id,
    cast(row_groups.n_rows as bigint) as n_rows
from open_centres
inner join row_groups
    on kept_key(open_centres.code) = row_groups.group_key
where open_centres.radius >= $weight;

-- fetch: n_found
-- How many counts a set of features would give: one for each label that rows
-- have which agree with a centre outside the set.
-- grain:  one row
with row_groups as (
    select
        kept_key(code) as group_key,
        count(distinct label_id) as n_labels
    from population
    group by kept_key(code)
)

select cast(coalesce(sum(row_groups.n_labels), 0) as bigint) as n_found
from open_centres
inner join row_groups
    on kept_key(open_centres.code) = row_groups.group_key;

-- stage: summed_sets into set_parts
-- The counts over sets of features so far, with equal keys added up.
-- grain:  one row per (centre_id, kind_id, label_id)
select
    centre_id,
    kind_id,
    label_id,
    cast(sum(n_rows) as bigint) as n_rows
from set_parts
group by centre_id, kind_id, label_id;

-- append: balls(coefficients) into ball_parts
-- The rows at each distance from each centre, by inclusion and exclusion.
--
-- With T_j the rows that agree outside a set of j features, summed over all such
-- sets, the rows at distance d are the sum over j of (-1)^(d-j) C(n-j, d-j) T_j. With
-- weights there are more kinds of sets than sizes: cfsql/method/plans/counted.py.
-- grain:  one row per (centre_id, distance, label_id) with rows in it
with coefficients as (
    select unnest($coefficients) as term
),

terms as (
    select
        cast(term.distance as integer) as distance,
        cast(term.kind_id as integer) as kind_id,
        cast(term.coefficient as bigint) as coefficient
    from coefficients
)

select
    set_parts.centre_id,
    terms.distance,
    set_parts.label_id,
    cast(sum(terms.coefficient * set_parts.n_rows) as bigint) as n_rows
from set_parts
inner join open_centres
    on set_parts.centre_id = open_centres.centre_id
inner join terms
    on
        set_parts.kind_id = terms.kind_id
        and open_centres.radius >= terms.distance
group by set_parts.centre_id, terms.distance, set_parts.label_id
having sum(terms.coefficient * set_parts.n_rows) > 0;
