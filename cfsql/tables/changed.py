"""Whether a table still is what was encoded: its rows are counted and summed up.

What people do to a table outside of cfsql is seen here, and nowhere else. Answers come
from the encoding and from the table; where these differ there is no answer, but the
command that brings the encoding up to date.
"""

from __future__ import annotations

from dataclasses import replace

import duckdb

from cfsql.engines.duckdb import Session
from cfsql.engines.identifiers import quote
from cfsql.engines.queries import query
from cfsql.errors import QueryFailed, Stale
from cfsql.tables import catalog
from cfsql.tables.row_sources import RowSource, rows_in, rows_of, sources
from cfsql.words import many


def refuse_changed(session: Session, table: str) -> None:
    """Refuse a table that is not what was encoded; it is looked at once a session."""
    if table in session.unchanged:
        return
    how = change(session, table)
    if how is not None:
        raise Stale(table, how)
    session.unchanged.add(table)


def change(session: Session, table: str) -> str | None:
    """How a table differs from what was encoded, in a few words; None: not at all.

    This takes one scan of the table.
    """
    known = sources(session).get(table)
    if known is None:
        return _change_of_size(session, table)
    try:
        n_rows, checksum = _sum_up(session, known)
    except QueryFailed:
        return _missing(session, known)
    if n_rows != known.n_rows:
        return _sizes(known.n_rows, n_rows)
    if checksum != known.checksum and _probe(session) == known.probe:
        return "rows have other values"
    return None


def summed_up(session: Session, known: RowSource) -> RowSource:
    """The source of a table with what its rows are now."""
    n_rows, checksum = _sum_up(session, known)
    probe = _probe(session)
    return replace(known, n_rows=n_rows, checksum=checksum, probe=probe)


def _sum_up(session: Session, known: RowSource) -> tuple[int, str]:
    """The number of rows of a table, and their checksum."""
    with session.scope():
        session.bind("source_rows", rows_in(session, known, first=0))
        n_rows, checksum = session.fetch_one(
            query("rows/rows_checksum"), names=known.columns
        )
    return n_rows, str(checksum)


def _probe(session: Session) -> str:
    """What tells the hash function of this DuckDB from that of another."""
    (probe,) = session.fetch_one(query("rows/checksum_probe"))
    return str(probe)


def _missing(session: Session, known: RowSource) -> str:
    """What is not there any more of a table that cannot be summed up."""
    schema, name = known.place or (known.home_schema, known.table)
    try:
        if not session.is_there(quote(session.catalog, schema, name)):
            return f"{name} is not there any more"
        present = session.columns(rows_in(session, known))
    except duckdb.Error:
        return f"{name} cannot be read any more"
    gone = next((each for each in known.columns if each not in present), None)
    return f"{name} cannot be read" if gone is None else f"it has no column '{gone}'"


def _change_of_size(session: Session, table: str) -> str | None:
    """The same for a table of an older layout, which knows its size alone."""
    loaded = catalog.loaded_tables(session).get(table)
    n_rows = session.size(rows_of(session, table))
    if loaded is None or n_rows == loaded.n_rows:
        return None
    return _sizes(loaded.n_rows, n_rows)


def stage_moved(session: Session, table: str) -> None:
    """Stage how the rows of a table differ from those that were encoded.

    `gone_rows` has the ids of those that are gone, `added_rows` those that are new;
    what has changed is in both.
    """
    known = sources(session)[table]
    session.bind("source_rows", rows_of(session, table))
    session.bind("row_hashes", session.internal(f"{table}_row_hashes"))
    session.stage(query("rows/hashed_rows"), names=known.columns)
    session.stage(query("rows/gone_in_place"))
    session.stage(query("rows/added_in_place"))


def _sizes(before: int, now: int) -> str:
    return f"it had {many(before, 'row')}, and has {now:,}"
