-- Order: the values of features that may only rise or only fall, in their order.
--
-- A code has a place for each value: two codes then say which value is above the other.
-- Values that are equal as numbers share a place. What is missing is no value: it is
-- told apart by a bit of its own, and so is a value of a new case that has no place.

-- fetch: kinds_of_values(feature_ids)
-- Whether all values of a feature are numbers, or dates, and one that is not.
-- grain:  one row per feature_id
select
    feature_id,
    count(*) filter (
        where value_text is not null
        and order_key('numbers', cast([] as varchar[]), value_text) is null
    ) = 0 as are_numbers,
    count(*) filter (
        where value_text is not null
        and order_key('dates', cast([] as varchar[]), value_text) is null
    ) = 0 as are_dates,
    min(value_text) filter (
        where order_key('numbers', cast([] as varchar[]), value_text) is null
    ) as other_text
from dictionary
where list_contains($feature_ids, feature_id)
group by feature_id
order by feature_id;

-- stage: value_orders(orders)
-- How the values of each feature are compared: as numbers, as dates, or as listed.
--
-- Words come as one text, with a separator that no word has.
-- grain:  one row per feature_id
with orders as (
    select unnest($orders) as own
)

select
    cast(own.feature_id as bigint) as feature_id,
    cast(own.how as varchar) as how,
    string_split(cast(own.words as varchar), chr(31)) as words
from orders;

-- stage: keyed_values
-- The values of the features with an order, each with a text that sorts as they do.
-- grain:  one row per (feature_id, value_text)
select
    dictionary.feature_id,
    dictionary.value_text,
    dictionary.value_code,
    order_key(value_orders.how, value_orders.words, dictionary.value_text)
        as order_key
from dictionary
inner join value_orders
    on dictionary.feature_id = value_orders.feature_id;

-- fetch: outside_order
-- The first value of each feature that its order does not have.
-- grain:  one row per feature_id with such a value
select
    feature_id,
    min(value_text) as value_text
from keyed_values
where order_key is null and value_text is not null
group by feature_id
order by feature_id;

-- stage: placed_values(is_spaced)
-- The place of each value; with gaps, where new cases may have values in between.
-- grain:  one row per (feature_id, value_text)
with placed as (
    select
        feature_id,
        value_code,
        order_key,
        value_text is null as is_missing,
        dense_rank() over (
            partition by feature_id, value_text is null
            order by order_key
        ) as place,
        row_number() over (
            partition by feature_id, value_text is null, order_key
            order by value_text
        ) as tie
    from keyed_values
)

select
    feature_id,
    value_code,
    order_key,
    cast(is_missing as bigint) as kind,
    cast(
        case
            when is_missing then 0
            when $is_spaced then 2 * place - 1
            else place - 1
        end as bigint
    ) as place,
    cast(tie - 1 as bigint) as tie
from placed;

-- fetch: place_sizes
-- How many places the values of each feature take, and how many share one.
-- grain:  one row per feature_id
select
    feature_id,
    max(place) as last_place,
    max(tie) as last_tie,
    max(kind) as last_kind
from placed_values
group by feature_id
order by feature_id;

-- stage: place_bits(places)
-- Which bits of a feature's code have the place, and which the kind.
-- grain:  one row per feature_id
with places as (
    select unnest($places) as own
)

select
    cast(own.feature_id as bigint) as feature_id,
    cast(own.tie_bits as integer) as tie_bits,
    cast(own.place_bits as integer) as place_bits
from places;

-- stage: recoded_values
-- All values with the codes that they had, and those that they get.
-- grain:  one row per (feature_id, value_text)
with place_codes as (
    select
        placed_values.feature_id,
        placed_values.value_code,
        (placed_values.kind << (place_bits.tie_bits + place_bits.place_bits))
        | (placed_values.place << place_bits.tie_bits)
        | placed_values.tie as new_code
    from placed_values
    inner join place_bits
        on placed_values.feature_id = place_bits.feature_id
)

select
    dictionary.feature_id,
    dictionary.value_text,
    dictionary.n_rows,
    dictionary.value_code as old_code,
    coalesce(place_codes.new_code, dictionary.value_code) as value_code
from dictionary
left join place_codes
    on
        dictionary.feature_id = place_codes.feature_id
        and dictionary.value_code = place_codes.value_code;

-- stage: instance_codes
-- The codes of each instance, before any of them is another.
-- grain:  one row per instance_id
select
    instance_id,
    value_codes(code) as codes
from instances;

-- view: instance_cells
-- Every code of every instance.
-- grain:  one row per (instance_id, feature_id)
select
    instance_id,
    generate_subscripts(codes, 1) as feature_id,
    unnest(codes) as old_code
from instance_codes;

-- stage: instances
-- The instances, with values in their order.
--
-- They are the same ones: no two values have become one. `pack` is generated from
-- the layout of the features (cfsql/method/packing.py).
-- grain:  one row per instance_id
with value_bits as (
    select
        recoded_values.feature_id,
        recoded_values.old_code,
        features.word,
        recoded_values.value_code << features.shift as bits
    from recoded_values
    inner join features
        on recoded_values.feature_id = features.feature_id
),

instance_words as (
    select
        instance_cells.instance_id,
        value_bits.word,
        bit_or(value_bits.bits) as bits
    from instance_cells
    inner join value_bits
        on
            instance_cells.feature_id = value_bits.feature_id
            and instance_cells.old_code = value_bits.old_code
    group by instance_cells.instance_id, value_bits.word
),

packed_instances as (
    select
        instance_id,
        pack(word, bits) as code
    from instance_words
    group by instance_id
)

select
    instances.instance_id,
    instances.row_id,
    instances.label_id,
    instances.n_rows,
    instances.is_contradicted,
    packed_instances.code,
    instances.own_rows,
    instances.case_id,
    instances.case_values
from instances
inner join packed_instances
    on instances.instance_id = packed_instances.instance_id;

-- stage: dictionary
-- The values of each feature, with codes in their order.
-- grain:  one row per (feature_id, value_text)
select
    feature_id,
    value_text,
    n_rows,
    value_code
from recoded_values;

-- stage: unseen_codes
-- The codes of values that only new cases have, where there is an order.
--
-- A number between two of the table gets the gap between them. What has no place,
-- such as a word that the order does not have, is a kind of its own.
-- grain:  one row per (feature_id, value_text)
with unseen_values as (
    select
        case_cells.feature_id,
        case_cells.value_text,
        order_key(value_orders.how, value_orders.words, case_cells.value_text)
            as order_key
    from case_cells
    inner join value_orders
        on case_cells.feature_id = value_orders.feature_id
    where case_cells.value_code is null
    group by all
),

neighbours as (
    select
        unseen_values.feature_id,
        unseen_values.value_text,
        unseen_values.order_key,
        max(placed_values.place) filter (
            where placed_values.order_key < unseen_values.order_key
        ) as place_below,
        max(placed_values.place) filter (
            where placed_values.order_key = unseen_values.order_key
        ) as own_place,
        max(placed_values.tie) as last_tie
    from unseen_values
    left join placed_values
        on unseen_values.feature_id = placed_values.feature_id
    group by all
)

select
    neighbours.feature_id,
    neighbours.value_text,
    case
        when neighbours.value_text is null
            then
                cast(1 as bigint)
                << (place_bits.tie_bits + place_bits.place_bits)
        when neighbours.order_key is null
            then
                cast(2 as bigint)
                << (place_bits.tie_bits + place_bits.place_bits)
        when neighbours.own_place is not null
            then
                (neighbours.own_place << place_bits.tie_bits)
                | (neighbours.last_tie + 1)
        else
            coalesce(neighbours.place_below + 1, 0) << place_bits.tie_bits
    end as value_code
from neighbours
inner join place_bits
    on neighbours.feature_id = place_bits.feature_id;

-- stage: no_unseen_codes into unseen_codes
-- Without an order, what only new cases have gets the code that no value has.
-- grain:  no row
select
    feature_id,
    value_text,
    value_code
from dictionary
where false;

-- fetch: interval_texts
-- The intervals of each feature that is cut into some, in their order.
-- grain:  one row per feature
select
    feature,
    list(interval_text order by place) as words
from kept_bins
group by feature
order by feature;
