"""What a user's own statement shows of tables that have changed since.

Results are read by their names, by views of them, and by macros. What is behind them
tells which table they are of.
"""

from __future__ import annotations

from cfsql.engines.duckdb import CF_SCHEMA, INTERNAL_SCHEMA, Session
from cfsql.errors import CfsqlError
from cfsql.tables import catalog
from cfsql.tables.catalog import Stored
from cfsql.tables.changed import stale
from cfsql.tables.row_sources import sources


def stale_reads(session: Session, statement: str) -> list[CfsqlError]:
    """What is to be said of results that a statement reads and that are old."""
    read = {
        name[1:]
        for name in session.tables_read(statement)
        if name[0] == session.catalog
    }
    if not read:
        return []
    results = [
        stored
        for stored in catalog.all_stored(session)
        if read & _behind(session, stored)
    ]
    tables = {stored.table for stored in results}
    for table in catalog.loaded_tables(session):
        if read & {
            (INTERNAL_SCHEMA, f"{table}_{name}") for name in catalog.KEPT.values()
        }:
            tables.add(table)
    found: list[CfsqlError] = []
    for table in sorted(tables):
        problem = stale(session, table, more="; what is stored of it is from before")
        if problem is not None:
            found.append(problem)
    for stored in results:
        left = catalog.left_behind(stored)
        if left is not None:
            found.append(left)
    if read & {(CF_SCHEMA, name) for name in catalog.EXPERIMENT_TABLES}:
        found += [
            left
            for stored in catalog.register(session)
            if stored.kind == catalog.EXPERIMENT
            and (left := catalog.left_behind(stored)) is not None
        ]
    return found


def _behind(session: Session, stored: Stored) -> set[tuple[str, str]]:
    """The tables that results are in, each by its schema and its name."""
    source = sources(session).get(stored.table)
    schema = session.schema if source is None else source.home_schema
    kind = stored.kind
    return {(schema, name) for name in stored.relations} | {
        (INTERNAL_SCHEMA, f"{stored.name}_{name}") for name in kind.backing
    }
