"""Rows that are read for a table that is there: its columns, its types, its ids."""

from __future__ import annotations

from collections.abc import Sequence

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import BadFile, UnknownName, WrongUse, nearest_name
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.reading import Reading
from cfsql.tables.roles import ROW_ID
from cfsql.tables.sources import Source, find
from cfsql.words import many

# How a text cell is shown in a message.
_LONGEST_SHOWN = 40


def read(
    session: Session,
    table: LoadedTable,
    sources: Sequence[object],
    reading: Reading,
) -> None:
    """Stage `arrived`: the rows of all sources, as the bound table would hold them."""
    kinds = dict(session.column_types("source_rows"))
    if table.id is None:
        del kinds[ROW_ID]
    session.forget("arrived")
    for source in sources:
        name = _stage(session, source, kinds, table, reading)
        columns = _columns(session, table, kinds, name)
        for own, (given, kind) in columns.items():
            misfit = session.misfit(given, kind, reading.decimal)
            if misfit is not None:
                place, text = misfit
                raise BadFile(
                    f"{name}: {given} is '{text[:_LONGEST_SHOWN]}' in row {place:,}, "
                    f"and {own} of {table.name} is {kind}; correct it in the file"
                )
        session.stage_typed("typed_rows", columns, reading.decimal)
        session.append(query("change/arrived"))


def _stage(
    session: Session,
    source: object,
    kinds: dict[str, str],
    table: LoadedTable,
    reading: Reading,
) -> str:
    """Stage `incoming`, texts as they are written; what the source is called."""
    found = source if isinstance(source, Source) else find(session, source)
    named = [_written(table, own) for own in kinds]
    found.stage(session, reading, text=True, named=named)
    if found.carried is not None and found.carried.is_numbered:
        session.stage(query("load/without_ids"))
    if not session.size("incoming"):
        raise BadFile(f"{found.name} has no rows; it needs one for each case")
    return found.name


def _written(table: LoadedTable, own: str) -> str:
    """What a source calls a column of the table: the ids have their own name there."""
    return table.id if own == ROW_ID and table.id is not None else own


def _columns(
    session: Session, table: LoadedTable, kinds: dict[str, str], name: str
) -> dict[str, tuple[str, str]]:
    """Each column of the table with the one that was read, and its type."""
    incoming = session.columns("incoming")
    known = {column.lower(): column for column in incoming}
    columns: dict[str, tuple[str, str]] = {}
    for own, kind in kinds.items():
        written = _written(table, own)
        given = known.get(written.lower())
        if given is None:
            near = nearest_name(written, incoming)
            hint = f"; is it '{near}'?" if near else ""
            raise BadFile(
                f"{name} has no column '{written}', which {table.name} has{hint}"
            )
        columns[own] = (given, kind)
    # The ids are there twice: as such, and as the column that they come from.
    wanted = [given for given, _ in columns.values()]
    for extra in (each for each in incoming if each not in wanted):
        raise UnknownName("column", extra, [_written(table, k) for k in kinds], name)
    return columns


def refuse_wrong_ids(session: Session, table: LoadedTable, *, is_new: bool) -> None:
    """Refuse ids of `arrived` that are missing, come twice, or are taken."""
    if table.id is None:
        return
    for text, n_rows, is_held in session.fetch(query("change/wrong_ids")):
        if text is None:
            raise WrongUse(f"{table.id} is missing in {many(n_rows, 'row')}")
        if n_rows > 1:
            raise WrongUse(f"{table.id} {text} comes {n_rows} times; an id comes once")
        if is_held and is_new:
            raise WrongUse(
                f"{table.name} has a row {text} already; "
                f"to read rows anew: cfsql refresh {table.name}"
            )
