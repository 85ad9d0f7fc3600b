"""How answers about a table are said: names must be those of its columns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cfsql.engines.duckdb import Session
from cfsql.speech import Speech
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.row_sources import rows_of


@contextmanager
def spoken(session: Session, table: LoadedTable, speech: Speech) -> Iterator[None]:
    """Speak so inside; refuse display names of columns that the table does not have."""
    if speech.names.each:
        known = session.columns(rows_of(session, table.name))
        speech.names.refuse_unknown(known, table.name)
    with speech.spoken():
        yield
