"""Whether a table still is what was encoded: its columns, its rows, and their ids.

What people do to a table outside of cfsql is seen here, and nowhere else. Answers come
from the encoding and from the table; where these differ there is no answer, but the
command that brings the encoding up to date.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256

import duckdb

from cfsql.engines.duckdb import Session, with_texts
from cfsql.engines.identifiers import quote
from cfsql.engines.queries import query
from cfsql.errors import Stale
from cfsql.options import Keep
from cfsql.tables.row_sources import (
    RowSource,
    bind_source,
    columns_in,
    rows_in,
    sources,
)
from cfsql.words import many

# A type that is longer is not shown.
_LONGEST_TYPE = 40


def refuse_changed(session: Session, table: str) -> None:
    """Refuse a table that is not what was encoded; it is looked at once a session."""
    if table in session.unchanged:
        return
    problem = stale(session, table)
    if problem is not None:
        raise problem
    session.unchanged.add(table)


def stale(session: Session, table: str, *, more: str = "") -> Stale | None:
    """What is to be said of a table that is not what was encoded, if it is not."""
    how = change(session, table)
    if how is None:
        return None
    return Stale(table, f"{how}{more}", ways(session, table))


def ways(session: Session, table: str) -> list[Keep]:
    """What a changed table can be brought up to date from, where that is open.

    A table that is used where it is is its own source.
    """
    known = sources(session).get(table)
    if known is None or known.place is not None:
        return []
    is_there = session.is_there(rows_in(session, known))
    found: list[Keep] = ["table"] if is_there else []
    return [*found, "source"] if known.address is not None else found


def change(session: Session, table: str) -> str | None:
    """How a table differs from what was encoded, in a few words; None: not at all.

    This takes one scan of the table.
    """
    known = sources(session).get(table)
    if known is None:
        return None
    kinds = columns_now(session, known)
    if kinds is None:
        return _missing(session, known)
    how = _other_columns(known, kinds)
    if how is not None:
        return how
    n_rows, checksum = _sum_up(session, known)
    if n_rows != known.n_rows:
        return _sizes(known.n_rows, n_rows)
    if checksum != known.checksum and _probe(session) == known.probe:
        return "rows have other values"
    return None


def summed_up(session: Session, known: RowSource) -> RowSource:
    """The source of a table with what its columns and rows are now."""
    kinds = columns_in(session, known)
    known = replace(known, columns=list(kinds), types=list(kinds.values()))
    n_rows, checksum = _sum_up(session, known)
    probe = _probe(session)
    return replace(known, n_rows=n_rows, checksum=checksum, probe=probe)


def layout_text(known: RowSource) -> str:
    """What tells these names and types of columns from all others."""
    text = json.dumps([known.columns, known.types])
    return sha256(text.encode()).hexdigest()


def bind_rows(session: Session, known: RowSource, *, first: int = 1) -> None:
    """Let queries read the rows of a table, to hash them.

    Hashes do not tell an empty list from NULL, or from a list of NULL: values that
    have others within also have their texts.
    """
    rows = rows_in(session, known, first=first)
    bind = session.bind_view if known.kind == "a view" else session.bind
    bind("source_rows", with_texts(rows, nested(known)))


def nested(known: RowSource) -> list[str]:
    """The columns of a table whose values have others within."""
    return [
        name
        for name, kind in zip(known.columns, known.types, strict=False)
        if "[" in kind or kind.startswith(("STRUCT", "MAP", "UNION", "VARIANT"))
    ]


def _sum_up(session: Session, known: RowSource) -> tuple[int, str]:
    """The number of rows of a table, and their checksum."""
    with session.scope():
        bind_rows(session, known, first=0)
        n_rows, checksum = session.fetch_one(
            query("rows/rows_checksum"), names=known.columns
        )
    return n_rows, str(checksum)


def _probe(session: Session) -> str:
    """What tells the hash function of this DuckDB from that of another."""
    (probe,) = session.fetch_one(query("rows/checksum_probe"))
    return str(probe)


def _missing(session: Session, known: RowSource) -> str:
    """What is not there any more of a table whose columns cannot be listed."""
    schema, name = known.place or (known.home_schema, known.table)
    try:
        is_there = session.is_there(quote(session.catalog, schema, name))
    except duckdb.Error:
        return f"{name} cannot be read any more"
    if not is_there:
        return f"{name} is not there any more"
    return (
        f"{name} cannot be read"
        if known.rows_id is None
        else (f"it has no column '{known.rows_id}'")
    )


def _other_columns(known: RowSource, kinds: Mapping[str, str]) -> str | None:
    """How columns differ from those that were encoded; None: not at all."""
    for name in known.columns:
        if name not in kinds:
            return f"it has no column '{name}'"
    for name in kinds:
        if name not in known.columns:
            return f"it has a new column '{name}'"
    if list(kinds) != known.columns:
        return "its columns are in another order"
    for (name, kind), before in zip(kinds.items(), known.types, strict=False):
        if kind != before:
            return f"column '{name}' {_other_type(before, kind)}"
    return None


def _other_type(before: str, now: str) -> str:
    if before.startswith("ENUM(") and now.startswith("ENUM("):
        return "has other words"
    if max(len(before), len(now)) > _LONGEST_TYPE:
        return "is of another type"
    return f"was {before}, and is {now}"


def stage_moved(session: Session, table: str) -> None:
    """Stage how the rows of a table differ from those that were encoded.

    `gone_rows` has the ids of those that are gone, `added_rows` those that are new;
    what has changed is in both.
    """
    known = sources(session)[table]
    stage_hashes(session, known, columns_in(session, known))
    session.bind("row_hashes", session.internal(f"{table}_row_hashes"))
    bind_source(session, table)
    session.stage(query("rows/gone_in_place"))
    session.stage(query("rows/added_in_place"))


def columns_now(session: Session, known: RowSource) -> dict[str, str] | None:
    """The columns of a table as they are, each with its type; None: it is gone."""
    try:
        return columns_in(session, known)
    except duckdb.Error:
        return None


def stage_hashes(session: Session, known: RowSource, kinds: Mapping[str, str]) -> None:
    """Stage `hashed_rows`: the rows of a table as they are, each as one number."""
    now = replace(known, columns=list(kinds), types=list(kinds.values()))
    bind_rows(session, now)
    session.stage(query("rows/hashed_rows"), names=now.columns, layout=layout_text(now))


def _sizes(before: int, now: int) -> str:
    return f"it had {many(before, 'row')}, and has {now:,}"
