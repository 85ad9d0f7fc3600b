"""The catalog's records: results and runs are noted, replaced and dropped.

All of it happens inside the caller's transaction.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from uuid import uuid4

from cfsql.engines.duckdb import (
    CF_SCHEMA,
    FILE_LAYOUT,
    INTERNAL_SCHEMA,
    KEPT_FUNCTIONS,
    Limit,
    Session,
)
from cfsql.engines.queries import queries, query
from cfsql.errors import UnknownName
from cfsql.method import encode
from cfsql.tables import declarations
from cfsql.tables.catalog import (
    AUDIT,
    EXPERIMENT,
    EXPERIMENT_TABLES,
    RANKING,
    Kind,
    Stored,
    all_stored,
    loaded_tables,
    register,
    relations,
)
from cfsql.tables.changed import bind_rows, layout_text, summed_up
from cfsql.tables.row_sources import RowSource, sources
from cfsql.version import __version__

# How the view is called by which macros find their file.
_MARK = re.compile("file_[0-9a-f]{32}")


def prepare(session: Session) -> None:
    """Make the schema and its macros; those of an older version are replaced."""
    session.create_schemas()
    _store_macros(session)
    functions = _fingerprint()
    if session.kept_functions == functions:
        return
    for name in KEPT_FUNCTIONS:
        session.store_function(query(f"functions/{name}"))
    session.drop("table", session.internal("layout"))
    session.store_query(
        query("catalog/layout"),
        session.internal("layout"),
        layout=FILE_LAYOUT,
        version=__version__,
        kept_functions=functions,
    )


def _fingerprint() -> str:
    """This version, its layout and functions, to be told from others by."""
    bodies = [query(f"functions/{name}").body for name in KEPT_FUNCTIONS]
    text = "\n".join([__version__, f"{FILE_LAYOUT}", *bodies])
    return sha256(text.encode()).hexdigest()


def _store_macros(session: Session) -> None:
    """Store all macros, with a new mark of the file.

    New each time, so that a copy of the file has another one as soon as it holds
    something else: attached beside each other, their macros must not be confused.
    """
    for (name,) in session.fetch(
        query("catalog/views"), catalog=session.catalog, schema=INTERNAL_SCHEMA
    ):
        if _MARK.fullmatch(name):
            session.drop("view", session.internal(name))
    mark = f"file_{uuid4().hex}"
    session.store_mark(mark)
    for block in queries("macros"):
        if block.kind == "macro":
            session.store_macro(block, mark)


def remember_table(session: Session, **facts: object) -> None:
    """Note a loaded table in cf_internal.tables."""
    tables = session.internal("tables")
    session.add_rows(
        query("catalog/loaded_table"), tables, version=__version__, **facts
    )


def remember_source(session: Session, source: RowSource) -> None:
    """Note where the rows of a table are, in the place of what was noted before."""
    _forget_record(session, source.table)
    facts = dict(vars(source))
    facts["table_name"] = facts.pop("table")
    facts["encoded_columns"] = facts.pop("columns")
    address = facts["address"]
    facts["address"] = None if address is None else json.dumps(address)
    facts["reading"] = json.dumps(facts["reading"])
    session.add_rows(query("catalog/source"), session.internal("sources"), **facts)


def remember_rows(session: Session, table: str) -> None:
    """Note what the rows of a table are now: they are what is encoded."""
    known = summed_up(session, sources(session)[table])
    with session.scope():
        bind_rows(session, known)
        hashes = session.internal(f"{table}_row_hashes")
        session.drop("table", hashes)
        session.store_query(
            query("rows/row_hashes"),
            hashes,
            names=known.columns,
            layout=layout_text(known),
        )
    remember_source(session, known)
    session.unchanged.add(table)


def forget_source(session: Session, table: str) -> None:
    """Forget where the rows of a table are, and what they were."""
    _forget_record(session, table)
    session.drop("table", session.internal(f"{table}_row_hashes"))


def _forget_record(session: Session, table: str) -> None:
    if "sources" in relations(session, INTERNAL_SCHEMA):
        session.delete(session.internal("sources"), table_name=table)


@contextmanager
def storing(
    session: Session,
    kind: Kind,
    name: str,
    table: str,
    *,
    options: Mapping[str, object],
    facts: Mapping[str, object],
    started: float,
    limit: Limit | None = None,
    plan: str | None = None,
    steps: list[dict[str, object]] | None = None,
) -> Iterator[None]:
    """Store a result inside, in the place of what has its name: all or nothing.

    At the end it is in the register and in the log of runs. What was made of a ranking
    goes with it. A time limit ends before the end.
    """
    with session.transaction():
        prepare(session)
        forget_results(session, name, *[AUDIT] * (kind == RANKING), kind)
        yield
        seconds = time.monotonic() - started
        remember_result(session, kind, name, table, options, facts, seconds)
        remember_run(
            session,
            command=kind.command,
            table=table,
            result=name,
            options=options,
            plan=plan,
            steps=steps,
            rows=facts["n_rows"],
            seconds=seconds,
        )
        if limit is not None:
            limit.end()


def remember_result(
    session: Session,
    kind: Kind,
    name: str,
    table: str,
    options: Mapping[str, object],
    facts: Mapping[str, object],
    seconds: float = 0.0,
) -> None:
    """Note a result in cf_internal.results."""
    session.add_rows(
        query("catalog/result"),
        session.internal("results"),
        kind=kind.name,
        result_name=name,
        table_name=table,
        tables=[f"{name}_{relation}" for relation in kind.relations],
        options=_as_json(options),
        facts=json.dumps(facts, default=str),
        seconds=round(seconds, 3),
        version=__version__,
    )


def mark_stale(session: Session, stored: Stored, reason: str) -> None:
    """Note that a result was not made again when its table changed."""
    session.change(session.internal("results"), of=_key(stored), stale_reason=reason)


def _key(stored: Stored) -> dict[str, object]:
    return {
        "kind": stored.kind.name,
        "result_name": stored.name,
        "table_name": stored.table,
    }


def _as_json(options: Mapping[str, object]) -> str:
    given = {name: value for name, value in options.items() if value is not None}
    return json.dumps(given, default=str)


def remember_last_id(session: Session, table: str, last_id: int) -> None:
    """Note the greatest row id that a table ever had: ids are not given twice."""
    _forget_last_id(session, table)
    session.add_rows(
        query("change/last_id_of"),
        session.internal("last_ids"),
        table_name=table,
        last_id=last_id,
    )


def _forget_last_id(session: Session, table: str) -> None:
    if "last_ids" in relations(session, INTERNAL_SCHEMA):
        session.delete(session.internal("last_ids"), table_name=table)


def remember_run(
    session: Session,
    *,
    command: str,
    table: str,
    result: str | None = None,
    options: Mapping[str, object],
    plan: str | None = None,
    steps: list[dict[str, object]] | None = None,
    rows: object,
    seconds: float,
) -> None:
    """Note a run in cf.runs."""
    session.add_rows(
        query("catalog/run"),
        session.cf("runs"),
        command=command,
        source=table,
        result=result,
        options=_as_json(options),
        version=__version__,
        plan=plan,
        steps=json.dumps(steps or []),
        rows=rows,
        seconds=round(seconds, 3),
    )


def forget_table(session: Session, name: str) -> None:
    """Drop the loaded table of this name, its encoding and its results.

    A table that is used where it is stays: it is not ours.
    """
    for stored in all_stored(session):
        if stored.table.lower() == name.lower():
            _forget(session, stored)
    for known, loaded in loaded_tables(session).items():
        if known.lower() == name.lower():
            if loaded.place is None:
                session.drop("table", session.public(known))
            encode.forget(session, known)
            session.delete(session.internal("tables"), table_name=known)
            _forget_last_id(session, known)
            forget_source(session, known)
            declarations.forget(session, known)
            forget_experiments(session, known)


def forget_results(session: Session, name: str, *kinds: Kind) -> None:
    """Drop the stored results of this name and these kinds, if there are any."""
    # What was made of a ranking goes before it.
    for stored in reversed(all_stored(session)):
        if stored.name.lower() == name.lower() and stored.kind in kinds:
            _forget(session, stored)


def forget_experiments(
    session: Session, table: str, *, experiment: str | None = None
) -> None:
    """Take the measurements on a table out, or those of one experiment."""
    present = relations(session, CF_SCHEMA)
    values = {} if experiment is None else {"experiment": experiment}
    for relation in EXPERIMENT_TABLES:
        if relation in present:
            session.delete(session.cf(relation), table_name=table, **values)
    for stored in register(session):
        is_meant = experiment in (None, stored.name)
        if is_meant and (stored.kind, stored.table) == (EXPERIMENT, table):
            session.delete(session.internal("results"), **_key(stored))


def _forget(session: Session, stored: Stored) -> None:
    present = relations(session, session.schema)
    for relation in reversed(stored.relations):
        if relation in present:
            session.drop(present[relation], session.public(relation))
    behind = relations(session, INTERNAL_SCHEMA)
    for relation in (*stored.kind.views, *stored.kind.backing):
        name = f"{stored.name}_{relation}"
        if name in behind:
            session.drop(behind[name], session.internal(name))
    session.delete(session.internal("results"), **_key(stored))


def drop(session: Session, name: str) -> list[str]:
    """Drop a table with all results made from it, or results; their names."""
    tables, results = loaded_tables(session), all_stored(session)
    table = next((t for t in tables if t.lower() == name.lower()), None)
    doomed = [
        stored
        for stored in results
        if stored.name.lower() == name.lower() or stored.table == table
    ]
    if table is None and not doomed:
        known = dict.fromkeys([*tables, *(stored.name for stored in results)])
        raise UnknownName("table", name, known, "the database")
    for stored in doomed:
        _forget(session, stored)
    dropped = [relation for stored in doomed for relation in stored.relations]
    if table is None:
        return dropped
    is_copied = tables[table].place is None
    forget_table(session, table)
    return [*([table] if is_copied else []), *dropped]
