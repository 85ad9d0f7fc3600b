"""Loading: from a file or a frame to a table with row ids, encoded and described."""

from __future__ import annotations

import shlex
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import BadFile, WrongUse
from cfsql.method import encode
from cfsql.options import (
    LAST,
    LoadOptions,
    ReadOptions,
    command_words,
    given_among,
    given_name,
)
from cfsql.tables import bins as intervals
from cfsql.tables import catalog, declarations, records, sources
from cfsql.tables.declarations import NOTHING, Declared
from cfsql.tables.reading import Reading
from cfsql.tables.roles import (
    ROW_ID,
    Roles,
    find_roles,
    refuse_bad_ids,
    refuse_hidden_numbers,
)
from cfsql.tables.row_sources import RowSource, rows_of
from cfsql.tables.sources import Source
from cfsql.words import listing

if TYPE_CHECKING:
    from typing_extensions import Unpack


def load(
    session: Session,
    source: object,
    *,
    table: str | None = None,
    label: str | int | None = None,
    ignore: Sequence[str] = (),
    bins: Mapping[str, object] | None = None,
    replace: bool = False,
    from_: str | None = None,
    sql: str | None = None,
    **options: Unpack[LoadOptions],
) -> tuple[str, list[str]]:
    """Load a source as a table; its name, and remarks on what was read."""
    started = time.monotonic()
    reading = Reading.of(options)
    asked = Declared.of(options)
    text = options.get("text", False)
    found = sources.find(session, source, from_=from_, sql=sql)
    id, carried = options.get("id"), found.carried
    if carried is not None:
        # What is not said anew is as it was there.
        label = carried.table.label if label in (None, LAST) else label
        id = id or carried.table.id
        ignore = ignore if ignore or options.get("features") else carried.table.ignored
        bins = bins or carried.table.bins
        asked = carried.table.declared if asked == NOTHING else asked
    wanted = {name: intervals.parse(name, cut) for name, cut in (bins or {}).items()}
    name = given_name("table", table) or found.stem
    if name is None:
        raise WrongUse(f"{found.name} has no name; give its table one with --table")
    _refuse_existing(session, name, found, replace=replace)
    named = [str(each) for each in (label, id) if each is not None]
    written = found.stage(session, reading, text=text, named=named)
    remarks: list[str] = []
    if found.place is None:
        if text:
            session.stage(query("load/as_texts"))
        written, remarks = _leave_out_unnamed(session, written, found.name)
    has_numbers = carried is not None and carried.is_numbered
    if has_numbers and id is not None and id.lower() != ROW_ID:
        session.stage(query("load/without_ids"))
    columns = _incoming(session, found.name)
    if has_numbers and id is None:
        columns = [each for each in columns if each[0] != ROW_ID]
    written = [name for name, _ in columns] if has_numbers else written
    roles = find_roles(
        columns,
        written,
        found.name,
        label=label,
        id=id,
        ignore=ignore,
        features=given_among(options, ReadOptions).get("features", ()),
        cuts=wanted,
    )
    if found.place is not None:
        _refuse_in_place(found, roles, written, text=text)
    if roles.id is not None:
        refuse_bad_ids(session, roles.id, dict(columns)[roles.id], found.name)
    if session.fetch_one(query("load/labelled_size"), label=roles.label) == (0,):
        raise BadFile(f"{found.name}: column '{roles.label}' is NULL in every row")
    with session.transaction():
        records.prepare(session)
        remarks += _undeclared(session, name, asked)
        records.forget_table(session, name)
        how = {**reading.options, "text": text or None}
        _store(session, name, roles, found, how)
        if roles.id is None and carried is not None and carried.last_id is not None:
            records.remember_last_id(session, name, carried.last_id)
        records.remember_table(
            session,
            table_name=name,
            source=found.name,
            label=roles.label,
            id=roles.id,
            ignored=roles.ignored,
            binned=list(roles.cuts),
            cuts=[str(cut) for cut in roles.cuts.values()],
        )
        records.remember_run(
            session,
            command="load",
            table=name,
            options={
                "source": found.name,
                "sql": sql,
                "label": roles.label,
                "id": roles.id,
                "ignore": roles.ignored or None,
                "features": roles.features if options.get("features") else None,
                **reading.options,
                "bin": {name: str(cut) for name, cut in roles.cuts.items()} or None,
                "text": text or None,
                **asked.options,
                "replace": replace or None,
            },
            rows=catalog.loaded_table(session, name).n_rows,
            seconds=time.monotonic() - started,
        )
        loaded = catalog.loaded_table(session, name)
        fields = encode.bind(session, name)
        declared = declarations.checked(session, loaded, fields, asked)
        declarations.remember(session, loaded, declared)
        intervals.keep_view(session, name, list(roles.cuts))
        session.made = name
    return name, remarks


def _undeclared(session: Session, name: str, asked: Declared) -> list[str]:
    """What was declared of a table that is replaced, unless something is again."""
    for known, table in catalog.loaded_tables(session).items():
        is_it = known.lower() == name.lower()
        if is_it and table.declared != NOTHING and asked == NOTHING:
            words = command_words(table.declared.options)
            return [
                "what was declared of the old table is gone; to declare it again: "
                + shlex.join(["cfsql", "declare", known, *words])
            ]
    return []


# What is refused before anything is written.


def _refuse_existing(
    session: Session, name: str, found: Source, *, replace: bool
) -> None:
    """Refuse a name that something else has; a table in its place has its own."""
    if not name.strip():
        raise WrongUse("the table needs a name; give one with --table")
    if found.place is not None:
        _refuse_results(session, found)
    loaded = {known.lower() for known in catalog.loaded_tables(session)}
    present = {known.lower() for known in catalog.relations(session, session.schema)}
    for stored in catalog.all_stored(session):
        if stored.name.lower() == name.lower() != stored.table.lower():
            raise WrongUse(
                f"'{stored.name}' holds results of {stored.table}; "
                "choose another name with --table"
            )
    if name.lower() not in present | loaded:
        catalog.refuse_result_name(name, loaded, "--table")
        return
    if name.lower() not in loaded:
        if found.place == (session.schema, name):
            return
        raise WrongUse(
            f"'{name}' is in the database already and was not loaded by cfsql; "
            "choose another name with --table"
        )
    catalog.refuse_other_schema(session, name)
    if not replace:
        raise WrongUse(
            f"table '{name}' exists already; replace it with --replace, "
            "or choose another name with --table"
        )


def _refuse_results(session: Session, found: Source) -> None:
    """Refuse to load what cfsql has made itself."""
    schema, table = found.place or ("", "")
    for stored in catalog.all_stored(session):
        if schema == session.schema and table in stored.relations:
            raise WrongUse(f"'{table}' is a result table of {stored.table}")


def _refuse_in_place(
    found: Source, roles: Roles, columns: Sequence[str], *, text: bool
) -> None:
    """Refuse what needs a copy, and rows that nothing tells apart."""
    if text:
        raise WrongUse(
            f"--text changes values, and {found.name} stays as it is; "
            f"copy it with: --sql 'from {found.name}'"
        )
    if roles.id is not None:
        return
    if found.kind == "a view":
        raise WrongUse(
            f"{found.name} is a view, whose rows have no numbers; name its key with "
            f"--id, or copy it with: --sql 'from {found.name}'"
        )
    refuse_hidden_numbers(columns, found.name)


def _leave_out_unnamed(
    session: Session, written: list[str], source_name: str
) -> tuple[list[str], list[str]]:
    """Leave columns without names and values out, as a mark at the end makes them.

    The names that are left, and remarks.
    """
    columns = session.columns("incoming")
    if len(columns) != len(written):
        return written, []
    empty = [
        place
        for place, name in enumerate(written)
        if not name.strip()
        and session.fetch_one(query("load/labelled_size"), label=columns[place]) == (0,)
    ]
    if not empty or len(empty) == len(written):
        return written, []
    kept = [name for place, name in enumerate(columns) if place not in empty]
    session.stage(query("load/kept_columns"), names=kept)
    left = [name for place, name in enumerate(written) if place not in empty]
    places = listing([f"{place + 1}" for place in empty])
    what = f"column {places} has" if len(empty) == 1 else f"columns {places} have"
    return left, [f"{source_name}: left out, {what} no name and no values"]


def _incoming(session: Session, source_name: str) -> list[tuple[str, str]]:
    """The names and types of what was read."""
    columns: list[tuple[str, str]] = session.column_types("incoming")
    if not session.size("incoming"):
        raise BadFile(f"{source_name} has no rows; it needs one for each case")
    if len(columns) < 2:
        raise BadFile(
            f"{source_name} has only one column, '{columns[0][0][:40]}'; a table needs "
            "a label and at least one feature; if there are more, say --delimiter"
        )
    return columns


# What is written, inside the transaction of the load.


def _store(
    session: Session,
    name: str,
    roles: Roles,
    found: Source,
    reading: dict[str, object],
) -> None:
    """Copy the rows, unless they are in the database; encode them."""
    if found.place is None:
        _copy(session, name, roles, found)
    place = found.place or (None, None)
    source = RowSource(
        table=name,
        kind=found.kind,
        address=found.address,
        reading={option: value for option, value in reading.items() if value},
        home_schema=session.schema,
        columns=[],
        rows_schema=place[0],
        rows_name=place[1],
        rows_id=roles.id,
    )
    records.remember_source(session, source)
    records.remember_rows(session, name)
    if roles.cuts:
        rows = rows_of(session, name)
        intervals.stage(session, rows, found.name, roles.label, roles.cuts)
        intervals.keep(session, name)
    encode.encode(
        session,
        table=name,
        label=roles.label,
        features=roles.features,
        is_numbered=roles.id is None and found.place is None,
    )
    encode.keep(session, name)


def _copy(session: Session, name: str, roles: Roles, found: Source) -> None:
    table = session.public(name)
    if roles.id is None and found.carried is not None:
        session.store_query(query("load/carried_rows"), table)
    elif roles.id is None:
        session.store_query(query("load/numbered_rows"), table)
    else:
        session.store_query(query("load/identified_rows"), table, id=roles.id)
    describe(session, name, found.name, roles.label)


def describe(session: Session, table: str, source_name: str, label: str) -> None:
    """Say where DuckDB clients show a copy what it is."""
    text = f"Loaded by cfsql from {source_name}; label: {label}"
    session.comment("table", session.public(table), text)
