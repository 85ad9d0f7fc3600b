"""Where the rows of each table come from, where they are, and what was encoded of them.

Rows that were read from elsewhere are copied into the table that users see. Those of a
table or view of the database itself are used where they are.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from glob import glob
from pathlib import Path
from typing import Any

from cfsql.engines.duckdb import Session, in_place
from cfsql.engines.identifiers import quote
from cfsql.engines.queries import query
from cfsql.errors import WrongUse


@dataclass(frozen=True)
class RowSource:
    """Where the rows of a table come from, where they are, and what was encoded.

    `address` says how to find them again: `source`, `from` and `sql` as they are
    given to a load; it is None for what cannot be found again, such as a data frame.
    `reading` are the options of that load that say how rows are read. `types` are those
    of the columns.
    """

    table: str
    kind: str
    address: dict[str, Any] | None
    reading: dict[str, Any]
    home_schema: str
    columns: list[str]
    rows_schema: str | None = None
    rows_name: str | None = None
    rows_id: str | None = None
    n_rows: int = 0
    checksum: str = ""
    probe: str = ""
    types: list[str] = field(default_factory=list)

    @property
    def place(self) -> tuple[str, str] | None:
        """The schema and name of rows that are used where they are."""
        if self.rows_schema is None or self.rows_name is None:
            return None
        return self.rows_schema, self.rows_name


def sources(session: Session) -> dict[str, RowSource]:
    """Where the rows of tables come from, by table."""
    kept = session.internal("sources")
    return {
        table: RowSource(
            table,
            kind,
            None if address is None else json.loads(address),
            json.loads(reading),
            *facts,
        )
        for table, kind, address, reading, *facts in session.fetch_kept(
            "sources", kept, query("catalog/sources")
        )
    }


def refuse_source(session: Session, path: str) -> None:
    """Refuse to write a result over a file that a table is read from."""
    target = Path(path).resolve()
    for known in sources(session).values() if target.is_file() else ():
        given: str | Sequence[str] = (known.address or {}).get("source", ())
        for pattern in (given,) if isinstance(given, str) else given:
            files = {Path(each).resolve() for each in (pattern, *glob(pattern))}
            if files & {target, *target.parents}:
                raise WrongUse(
                    f"{path} is what {known.table} was loaded from; "
                    "write to another file"
                )


def rows_of(session: Session, table: str, *, is_stored: bool = False) -> str:
    """What to read the rows of a table by: its quoted name, or a query in brackets.

    In what is stored, such as a view, the database has no name.
    """
    known = sources(session).get(table)
    if known is None:
        return session.public(table) if not is_stored else quote(session.schema, table)
    return rows_in(session, known, is_stored=is_stored)


def bind_source(session: Session, table: str) -> None:
    """Let queries read the rows of a table as `source_rows`."""
    known = sources(session).get(table)
    is_view = known is not None and known.kind == "a view"
    bind = session.bind_view if is_view else session.bind
    rows = session.public(table) if known is None else rows_in(session, known)
    bind("source_rows", rows)


def rows_in(
    session: Session, known: RowSource, *, is_stored: bool = False, first: int = 1
) -> str:
    """The same, where it is known where they are; places count from `first` on."""
    schema, name = known.place or (session.schema, known.table)
    rows = quote(schema, name) if is_stored else quote(session.catalog, schema, name)
    return in_place(rows, known.rows_id, first=first) if known.place else rows


def columns_in(session: Session, known: RowSource) -> dict[str, str]:
    """The columns of rows as they are now, each with its type."""
    kinds = dict(session.column_types(rows_in(session, known)))
    # In its place the column of ids is there twice, and is the same.
    own = known.rows_id if known.place is not None else None
    if own is not None and own.lower() != "row_id":
        kinds.pop(own, None)
    return kinds
