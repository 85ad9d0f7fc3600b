"""What SQL has edited of a table since it was encoded, and which rows a refresh takes.

A table that was copied from its source can be edited in any client of DuckDB. To read
the source again loses that, and to take the table as it stands may be a mistake: one of
them has to be said. A table that is used where it is is its own source.
"""

from __future__ import annotations

import json

from cfsql.engines.duckdb import CF_SCHEMA, Session, with_texts
from cfsql.engines.queries import query
from cfsql.errors import Edited, WrongUse
from cfsql.options import Keep
from cfsql.tables import catalog, row_sources
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.changed import (
    change,
    columns_now,
    layout_text,
    nested,
    stage_hashes,
    stage_moved,
    ways,
)
from cfsql.tables.roles import (
    ROW_ID,
    refuse_hidden_numbers,
    refuse_no_id,
    refuse_repeated,
)
from cfsql.tables.row_sources import RowSource
from cfsql.words import listing, many

# How many rows are named of those that differ.
_N_NAMED = 3


def is_edited(session: Session, table: LoadedTable) -> bool:
    """Whether SQL has changed a copy since it was encoded."""
    known = row_sources.sources(session).get(table.name)
    is_copy = known is not None and known.place is None
    return is_copy and change(session, table.name) is not None


def refuse_unsaid(
    session: Session, table: LoadedTable, keep: Keep | None, *, has_sources: bool
) -> None:
    """Refuse to lose what SQL has edited, unless `keep` says what is to be kept."""
    if keep == "table" and has_sources:
        raise WrongUse(
            f"--keep table takes {table.name} as it stands, and reads no source; "
            "leave one of them out"
        )
    known = row_sources.sources(session).get(table.name)
    if keep is not None or known is None or known.place is not None:
        return
    how = change(session, table.name)
    if how is not None:
        found = ways(session, table.name)
        if has_sources and "source" not in found:
            found = [*found, "source"]
        differs = f"{how}; {_differing(session, table, known)}"
        raise Edited(table.name, differs, found)
    n_kept = _n_kept(session, table)
    if n_kept is not None:
        raise Edited(
            table.name,
            f"it was refreshed with --keep table, when {many(n_kept, 'row')} differed",
            ["source"],
        )


def _differing(session: Session, table: LoadedTable, known: RowSource) -> str:
    """How many rows are others than those that were read, and three of them."""
    with session.scope():
        _stage_hashes(session, known)
        named = session.fetch(query("change/edited_rows"), n_named=_N_NAMED)
    n_rows = int(named[0][1]) if named else 0
    texts = ["one without an id" if text is None else text for text, _ in named]
    if n_rows > len(texts):
        texts.append("others")
    rows, verb = ("row", "differs") if n_rows == 1 else ("rows", "differ")
    return (
        f"{many(n_rows, 'row')} {verb} from what was read from {table.source} "
        f"({rows} {listing(texts)})"
    )


def _stage_hashes(session: Session, known: RowSource) -> None:
    """Stage `hashed_rows`, beside the `row_hashes` that were encoded."""
    session.bind("row_hashes", session.internal(f"{known.table}_row_hashes"))
    kinds = columns_now(session, known)
    if kinds is None or ROW_ID not in kinds:
        session.stage(query("change/no_hashes"))
    else:
        stage_hashes(session, known, kinds)


def _n_kept(session: Session, table: LoadedTable) -> int | None:
    """How many rows were others when a table was last taken as it stood.

    None where its source was read after that.
    """
    if "runs" not in catalog.relations(session, CF_SCHEMA):
        return None
    session.bind("runs", session.cf("runs"))
    for (text,) in session.fetch(query("change/last_reading"), table_name=table.name):
        options = json.loads(text)
        if options.get("keep") == "table":
            return int(options["added"] + options["removed"] + options["changed"])
    return None


def stage_as_it_stands(session: Session, table: LoadedTable) -> None:
    """Stage the change from what was encoded to the table as it is."""
    known = row_sources.sources(session).get(table.name)
    if known is None:
        raise WrongUse(
            f"{table.name} was loaded by an older cfsql; read its source again with: "
            f"cfsql refresh {table.name} SOURCE"
        )
    kinds = columns_now(session, known)
    if kinds is None:
        raise WrongUse(
            f"{table.name} cannot be taken as it stands: {change(session, table.name)}"
        )
    if table.label not in kinds:
        raise WrongUse(
            f"{table.name} has no column '{table.label}', which is its label; "
            "give a column that name again"
        )
    if known.place is None:
        _refuse_ids(session, table, known, kinds)
    else:
        refuse_ids_in_place(session, table)
    stage_moved(session, table.name)


def _refuse_ids(
    session: Session, table: LoadedTable, known: RowSource, kinds: dict[str, str]
) -> None:
    """Refuse rows that SQL has left without ids of their own."""
    kind = kinds.get(ROW_ID)
    if kind is None:
        raise WrongUse(f"{table.name} has no column '{ROW_ID}'; each row needs an id")
    if table.id is None and kind != "BIGINT":
        raise WrongUse(f"{ROW_ID} of {table.name} is {kind}; it has to be BIGINT")
    refuse_no_id(ROW_ID, kind, table.name)
    row_sources.bind_source(session, known.table)
    for text, n_rows in session.fetch(query("change/bad_ids")):
        what = "is missing" if text is None else f"{text} comes"
        times = f"in {many(n_rows, 'row')}" if text is None else f"{n_rows} times"
        raise WrongUse(
            f"{ROW_ID} {what} {times} of {table.name}; give each row one of its own"
        )


def refuse_ids_in_place(session: Session, table: LoadedTable) -> None:
    """Refuse what a load refuses of the ids of a table that is used where it is."""
    with session.scope():
        row_sources.bind_source(session, table.name)
        kinds = dict(session.column_types("source_rows"))
        if table.id is None:
            refuse_hidden_numbers(list(kinds), table.source)
            return
        refuse_no_id(table.id, kinds[ROW_ID], table.source)
        session.bind("incoming", "source_rows")
        found = session.fetch(query("load/bad_ids"), id=ROW_ID)
    refuse_repeated(table.id, found, table.source)


def stage_as_encoded(session: Session, table: LoadedTable) -> None:
    """Stage what is left of the rows that were encoded, and let `source_rows` be it."""
    known = row_sources.sources(session)[table.name]
    layout = dict(zip(known.columns, known.types, strict=True))
    kinds = columns_now(session, known)
    session.bind("row_hashes", session.internal(f"{table.name}_row_hashes"))
    if kinds is not None and list(kinds.items()) == list(layout.items()):
        stage_hashes(session, known, kinds)
        row_sources.bind_source(session, table.name)
        session.stage(query("change/as_encoded"))
    else:
        session.stage_layout("as_encoded", layout)
    session.bind("source_rows", "as_encoded")


def stage_same_places(session: Session, table: LoadedTable) -> None:
    """Stage which of the rows that were read are where they were when encoded."""
    known = row_sources.sources(session)[table.name]
    session.view(query("change/placed_rows"))
    session.bind("source_rows", with_texts("placed_rows", nested(known)))
    layout = layout_text(known)
    session.stage(query("rows/hashed_rows"), names=known.columns, layout=layout)
    session.stage(query("change/same_places"))
    session.bind("source_rows", "as_encoded")
