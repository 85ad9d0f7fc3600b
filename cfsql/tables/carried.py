"""Tables that another file of cfsql holds, with what was said of them once.

`cfsql load OLD.duckdb --from T` carries a table over: its rows with their ids, label,
id, ignored columns, intervals and declarations. Results are not carried; they are made
again. A file of an older layout is read by this alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from cfsql.engines.duckdb import FILE_LAYOUT, Session
from cfsql.engines.identifiers import quote
from cfsql.engines.queries import query
from cfsql.errors import DatabaseUnavailable
from cfsql.tables import catalog
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.row_sources import RowSource, rows_in, sources

# The first layout that is read: its records of tables are as they are today.
_FIRST_READ = 4


@dataclass(frozen=True)
class Carried:
    """A table of another file of cfsql: what it is, where its rows are, and its ids."""

    table: LoadedTable
    source: RowSource
    last_id: int | None

    @property
    def is_numbered(self) -> bool:
        """Whether its rows have numbers that cfsql gave them."""
        return self.table.id is None

    @property
    def place(self) -> tuple[str, str]:
        """The schema and the name of its rows."""
        return self.source.place or (self.source.home_schema, self.table.name)

    def stage(self, session: Session) -> None:
        """Read its rows into `incoming`, from the attached file; with their numbers."""
        rows = quote(session.catalog, *self.place)
        if self.source.place is not None and self.is_numbered:
            rows = rows_in(session, self.source)
        session.bind("attached_rows", rows)
        session.stage(query("load/read_attached"))
        session.forget("attached_rows")
        id = self.table.id or ""
        if self.source.place is None and id and id.lower() != "row_id":
            session.stage(query("load/without_ids"))


def carried_tables(session: Session) -> dict[str, Carried]:
    """The tables that the attached database knows, by name; none if it is not ours."""
    if not session.is_there(session.internal("layout")):
        return {}
    (record,) = session.fetch_stored(session.internal("layout"))
    if not _FIRST_READ <= record["layout"] <= FILE_LAYOUT:
        raise DatabaseUnavailable(
            f"{session.file} was written by cfsql {record['version']} in a layout "
            f"({record['layout']}) that this one cannot carry over; to read rows as "
            "they are: --sql"
        )
    known = sources(session)
    return {
        name: Carried(table, known[name], _last_id(session, name))
        for name, table in catalog.loaded_tables(session).items()
    }


def _last_id(session: Session, table: str) -> int | None:
    """The greatest row id that a table ever had, where it may have lost its last."""
    if not session.is_there(session.internal("last_ids")):
        return None
    session.bind("last_ids", session.internal("last_ids"))
    rows = session.fetch(query("change/kept_last_id"), table_name=table)
    session.forget("last_ids")
    return rows[0][0] if rows else None
