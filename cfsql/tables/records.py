"""The catalog's records: results and runs are noted, replaced and dropped.

All of it happens inside the caller's transaction.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from uuid import uuid4

from cfsql.engines.duckdb import CF_SCHEMA, FILE_LAYOUT, INTERNAL_SCHEMA, Session
from cfsql.engines.queries import Query, queries, query
from cfsql.errors import UnknownName
from cfsql.method import encode
from cfsql.tables import declarations
from cfsql.tables.catalog import (
    AUDIT,
    CHANGES,
    COVER,
    EXPERIMENT,
    EXPERIMENT_TABLES,
    FACTUAL,
    RANKING,
    STABILITY,
    Kind,
    Stored,
    all_stored,
    loaded_tables,
    relations,
    stale_results,
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
    for function in queries("functions"):
        session.store_function(function)
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
    bodies = [function.body for function in queries("functions")]
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


def remember_ranking(session: Session, **facts: object) -> None:
    """Note a stored ranking in cf_internal.rankings."""
    _register(session, query("catalog/ranking"), RANKING, facts)


def remember_factual(session: Session, **facts: object) -> None:
    """Note stored factual explanations in cf_internal.factuals."""
    _register(session, query("catalog/factual"), FACTUAL, facts)


def remember_audit(session: Session, **facts: object) -> None:
    """Note a stored audit in cf_internal.audits."""
    _register(session, query("catalog/audit"), AUDIT, facts)


def remember_changes(session: Session, **facts: object) -> None:
    """Note a stored list of changed answers in cf_internal.changes."""
    _register(session, query("catalog/change"), CHANGES, facts)


def remember_stability(session: Session, **facts: object) -> None:
    """Note how often answers stay in cf_internal.stabilities."""
    _register(session, query("catalog/stability"), STABILITY, facts)


def remember_cover(session: Session, **facts: object) -> None:
    """Note chosen cases in cf_internal.covers."""
    _register(session, query("catalog/cover"), COVER, facts)


def mark_stale(session: Session, name: str, kind: Kind, reason: str) -> None:
    """Note that results were not made again when their table changed."""
    _mark_stale(session, name, kind.register, reason)


def mark_experiment_stale(session: Session, table: str, experiment: str) -> None:
    """Note that an experiment was measured on a table before it changed."""
    register = f"{EXPERIMENT} {experiment}"
    _mark_stale(session, table, register, "it was measured before the table changed")


def _mark_stale(session: Session, name: str, register: str, reason: str) -> None:
    _unmark_stale(session, name, register)
    session.add_rows(
        query("change/stale_result"),
        session.internal("stale"),
        result_name=name,
        register=register,
        reason=reason,
    )


def _unmark_stale(session: Session, name: str, register: str) -> None:
    if "stale" in relations(session, INTERNAL_SCHEMA):
        session.delete(session.internal("stale"), result_name=name, register=register)


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


def _register(
    session: Session, row: Query, kind: Kind, facts: dict[str, object]
) -> None:
    session.add_rows(row, session.internal(kind.register), **facts)


def remember_run(
    session: Session,
    *,
    command: str,
    table: str,
    result: str | None = None,
    options: dict[str, object],
    plan: str | None = None,
    steps: list[dict[str, object]] | None = None,
    rows: int,
    seconds: float,
) -> None:
    """Note a run in cf.runs."""
    given = {name: value for name, value in options.items() if value is not None}
    session.add_rows(
        query("catalog/run"),
        session.cf("runs"),
        command=command,
        source=table,
        result=result,
        options=json.dumps(given, default=str),
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
    for name, register in stale_results(session):
        which = register.removeprefix(f"{EXPERIMENT} ")
        if name == table and which != register and experiment in (None, which):
            _unmark_stale(session, name, register)


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
    session.delete(session.internal(stored.kind.register), result_name=stored.name)
    _unmark_stale(session, stored.name, stored.kind.register)


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
