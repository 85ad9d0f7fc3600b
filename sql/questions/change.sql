-- Change: rows come and go, and what was stored of a table is made again.
--
-- A change is two relations: `gone_rows`, the ids of rows that go, and `added_rows`,
-- rows that come. A row that changes is in both. Ids are never given twice.

-- append: arrived
-- The rows that were read from one source after the other.
-- grain:  one row per row read
select typed_rows.*
from typed_rows;

-- fetch: last_id
-- The greatest row id that the table has, or had when it was encoded.
-- grain:  one row
with ids as (
    select source_rows.row_id
    from source_rows
    union all
    select row_hashes.row_id
    from row_hashes
)

select max(row_id) as last_id
from ids;

-- fetch: kept_last_id(table_name)
-- The greatest row id that the table ever had.
-- grain:  one row, or none
select last_id
from last_ids
where table_name = $table_name;

-- store: last_id_of(table_name, last_id)
-- The greatest row id that a table ever had, to be remembered.
-- grain:  one row
select
    cast($table_name as varchar) as table_name,
    cast($last_id as bigint) as last_id;

-- stage: numbered_arrivals(last_id) into added_rows
-- What was read, numbered after the last row of the table.
-- grain:  one row per row_id
select
    row_number() over () + $last_id as row_id,
    columns(*)
from arrived;

-- fetch: held_arrivals(names)
-- How many rows were read, and how many of them equal rows that the table has.
-- grain:  one row
with held as (
    select struct_pack(*columns($names)) as held_values
    from source_rows
),

read as (
    select struct_pack(*columns($names)) as held_values
    from arrived
),

read_again as (
    select read.held_values
    from read
    semi join held
        on read.held_values is not distinct from held.held_values
)

select
    (select count(*) from read) as n_read,
    (select count(*) from read_again) as n_held;

-- fetch: wrong_ids
-- An id that is missing, comes twice, or that the table has already.
-- grain:  one row per offending id
select
    cast(arrived.row_id as varchar) as row_text,
    count(*) as n_rows,
    count(source_rows.row_id) > 0 as is_held
from arrived
left join source_rows
    on arrived.row_id = source_rows.row_id
group by arrived.row_id
having
    arrived.row_id is null
    or count(*) > 1
    or count(source_rows.row_id) > 0
order by
    arrived.row_id is null desc,
    count(*) > 1 desc,
    arrived.row_id asc
limit 1;

-- stage: no_rows into gone_rows
-- No row goes.
-- grain:  no row
select row_id
from source_rows
where false;

-- stage: nothing_added into added_rows
-- No row comes.
-- grain:  no row
select source_rows.*
from source_rows
where false;

-- stage: every_source_row into matching_rows
-- All rows of the table, with a label or without.
-- grain:  one row per row_id
select row_id
from source_rows;

-- stage: listed_gone into gone_rows
-- The rows that go: those that match and are listed.
-- grain:  one row per row_id
select row_id
from matching_rows;

-- fetch: labelled_left(label)
-- How many rows that have a label a change leaves.
-- grain:  one row
with labelled as (
    select count(columns([$label])) as n_rows
    from source_rows
    where row_id not in (select gone_rows.row_id from gone_rows)
    union all
    select count(columns([$label])) as n_rows
    from added_rows
)

select cast(sum(n_rows) as bigint) as n_rows
from labelled;

-- fetch: change_sizes
-- How many rows are new, gone, and changed.
-- grain:  one row
with replaced as (
    select added_rows.row_id
    from added_rows
    inner join gone_rows
        on added_rows.row_id = gone_rows.row_id
),

sizes as (
    select
        (select count(*) from added_rows) as n_in,
        (select count(*) from gone_rows) as n_out,
        (select count(*) from replaced) as n_both
)

select
    n_in - n_both as n_added,
    n_out - n_both as n_removed,
    n_both as n_changed
from sizes;

-- stage: no_hashes into hashed_rows
-- The rows of a table that is not there any more, or has no ids.
-- grain:  no row
select
    row_id,
    row_hash
from row_hashes
where false;

-- fetch: edited_rows(n_named)
-- How many rows SQL has edited, put in or taken out since the table was encoded, and
-- the first of them. Rows without an id all count.
-- grain:  one row per id, at most $n_named
with present as (
    select
        cast(row_id as varchar) as row_text,
        row_hash
    from hashed_rows
),

encoded as (
    select
        cast(row_id as varchar) as row_text,
        row_hash
    from row_hashes
),

new as (
    select *
    from present
    except all
    select *
    from encoded
),

old as (
    select *
    from encoded
    except all
    select *
    from present
),

edits as (
    select new.row_text
    from new
    union all
    select old.row_text
    from old
),

ids as (
    select
        row_text,
        if(row_text is null, count(*), 1) as n_edits
    from edits
    group by row_text
)

select
    row_text,
    sum(n_edits) over () as n_edited
from ids
order by try_cast(row_text as bigint) nulls last, row_text nulls last
limit $n_named;

-- stage: as_encoded
-- The rows of a table that are what they were when it was encoded, each once.
-- grain:  one row per row_id
with same as (
    select distinct row_hashes.row_id
    from row_hashes
    inner join hashed_rows
        on
            row_hashes.row_id = hashed_rows.row_id
            and row_hashes.row_hash = hashed_rows.row_hash
)

select source_rows.*
from source_rows
where source_rows.row_id in (select same.row_id from same)
qualify count(*) over (partition by source_rows.row_id) = 1;

-- stage: edited_gone into gone_rows
-- The rows that go, and those that were edited: what stays of these comes again.
-- grain:  one row per row_id
select gone_rows.row_id
from gone_rows
union
select row_hashes.row_id
from row_hashes
where row_hashes.row_id not in (select source_rows.row_id from source_rows);

-- fetch: bad_ids
-- Row ids that are missing, or come twice, in the table as it stands.
-- grain:  one row per offending id, the first
select
    cast(row_id as varchar) as row_text,
    count(*) as n_rows
from source_rows
group by row_id
having row_id is null or count(*) > 1
order by row_id nulls first
limit 1;

-- fetch: last_reading(table_name)
-- The last run that read a table's source, or took the table as it stood.
-- grain:  one row, or none
select runs.options
from runs
where
    runs.command in ('load', 'refresh')
    and runs.table_name = $table_name
order by runs.finished_at desc
limit 1;

-- view: placed_rows
-- What was read, each row with the id that its place would give it.
-- grain:  one row per row_id
select
    place as row_id,
    columns(* exclude (place))
from placed_arrivals;

-- stage: no_places into same_places
-- No row is known by its place.
-- grain:  no row
select row_id
from source_rows
where false;

-- stage: same_places
-- The rows that were read in the same place as they had when the table was encoded.
-- grain:  one row per row_id
select row_hashes.row_id
from row_hashes
inner join hashed_rows
    on
        row_hashes.row_id = hashed_rows.row_id
        and row_hashes.row_hash = hashed_rows.row_hash;

-- stage: placed_arrivals
-- What was read, by its place.
-- grain:  one row per place
select
    row_number() over () as place,
    columns(*)
from arrived;

-- stage: held_contents(names)
-- What each row of the table holds; of equal rows, the how-manieth it is.
-- grain:  one row per row_id
with contents as (
    select
        row_id,
        struct_pack(*columns($names)) as held_values
    from source_rows
    where row_id not in (select same_places.row_id from same_places)
)

select
    row_id,
    held_values,
    row_number() over (partition by held_values order by row_id) as copy_number
from contents;

-- stage: read_contents(names)
-- What each row that was read holds; of equal rows, the how-manieth it is.
-- grain:  one row per place
with contents as (
    select
        place,
        struct_pack(*columns($names)) as held_values
    from placed_arrivals
    where place not in (select same_places.row_id from same_places)
)

select
    place,
    held_values,
    row_number() over (partition by held_values order by place) as copy_number
from contents;

-- stage: unread_rows into gone_rows
-- The rows of the table that were not read again, by content.
--
-- Of equal rows, those with the greatest ids go.
-- grain:  one row per row_id
select held_contents.row_id
from held_contents
anti join read_contents
    on
        held_contents.held_values is not distinct from read_contents.held_values
        and held_contents.copy_number = read_contents.copy_number;

-- stage: unheld_rows(last_id) into added_rows
-- The rows that were read and that the table does not have, by content; what was
-- edited and is in its place again has its id again.
-- grain:  one row per row_id
with unheld as (
    select read_contents.place
    from read_contents
    anti join held_contents
        on
            read_contents.held_values
            is not distinct from held_contents.held_values
            and read_contents.copy_number = held_contents.copy_number
)

select
    row_number() over (order by place) + $last_id as row_id,
    columns(* exclude (place))
from placed_arrivals
where place in (select unheld.place from unheld)
union all
select
    place as row_id,
    columns(* exclude (place))
from placed_arrivals
where
    place in (select same_places.row_id from same_places)
    and place not in (select source_rows.row_id from source_rows);

-- stage: other_rows(names) into added_rows
-- The rows that were read and that the table does not have so, by id.
-- grain:  one row per row_id
with held as (
    select
        row_id,
        struct_pack(*columns($names)) as held_values
    from source_rows
),

arrivals as (
    select
        row_id,
        struct_pack(*columns($names)) as held_values
    from arrived
),

others as (
    select arrivals.row_id
    from arrivals
    anti join held
        on
            arrivals.row_id = held.row_id
            and arrivals.held_values is not distinct from held.held_values
)

select arrived.*
from arrived
where arrived.row_id in (select others.row_id from others);

-- stage: replaced_rows into gone_rows
-- The rows of the table that were not read again, or are to be replaced, by id.
-- grain:  one row per row_id
select row_id
from source_rows
where
    row_id not in (select arrived.row_id from arrived)
    or row_id in (select added_rows.row_id from added_rows);

-- fetch: table_sizes
-- How large a table is that was encoded anew.
-- grain:  one row
select
    (select count(*) from source_rows) as n_rows,
    (select count(*) from cases) as n_labelled,
    (select count(*) from distinct_rows) as n_instances;

-- fetch: asked_cases(rows)
-- Which of these texts are ids of rows that have a label.
-- grain:  one row per row_text
with listed as (
    select distinct unnest(cast($rows as varchar[])) as row_text
)

select listed.row_text
from listed
inner join cases
    on listed.row_text = cast(cases.row_id as varchar);

-- fetch: sampled_ids
-- The rows that a stored result was asked about, as texts.
-- grain:  one row per row_id
select cast(row_id as varchar) as row_text
from sampled
order by row_id;

-- stage: forgotten_rows
-- The rows that go and do not come again.
-- grain:  one row per row_id
select row_id
from gone_rows
where row_id not in (select added_rows.row_id from added_rows);

-- fetch: gone_ids
-- The ids of these rows, as texts.
-- grain:  one row per row_id
select cast(row_id as varchar) as row_text
from forgotten_rows;

-- fetch: listing_runs(table_name)
-- The runs on a table that were asked about listed rows.
-- grain:  one row per run_id
select
    run_id,
    options
from runs
where
    table_name = $table_name
    and options is not null
    and contains(cast(options as varchar), '"rows"');

-- fetch: append_runs(table_name)
-- The last run that appended to a table since it was loaded or read again.
-- grain:  one row, or none
select runs.options
from runs
where
    runs.command = 'append'
    and runs.table_name = $table_name
    and runs.finished_at > (
        select max(made.finished_at)
        from runs as made
        where
            made.command in ('load', 'refresh')
            and made.table_name = $table_name
            and made.options ->> 'keep' is distinct from 'table'
    )
order by runs.finished_at desc
limit 1;

-- fetch: differing_rows
-- How many rows of a result and of the same one made anew the other has not.
-- grain:  one row
with missing as (
    select fresh_result.*
    from fresh_result
    except all
    select stored_result.*
    from stored_result
),

extra as (
    select stored_result.*
    from stored_result
    except all
    select fresh_result.*
    from fresh_result
)

select
    (select count(*) from stored_result) as n_rows,
    (select count(*) from missing) as n_missing,
    (select count(*) from extra) as n_extra;
