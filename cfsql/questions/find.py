"""Rows that somebody describes by values and words, and whose ids nobody knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import UnknownName, WrongUse
from cfsql.method.selection import value_text
from cfsql.options import N_SHOWN
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.changed import refuse_changed
from cfsql.tables.profile import columns as columns_of
from cfsql.tables.row_sources import bind_source
from cfsql.words import many

# A value that no row has is answered with the nearest one among at most so many.
_MOST_VALUES = 10_000


@dataclass(frozen=True)
class FoundRow:
    """A row, and all its cells as texts."""

    row_id: object
    values: dict[str, str | None]


@dataclass(frozen=True)
class Found:
    """The rows that match a description; `rows` are the first of them."""

    table: str
    n_found: int
    rows: list[FoundRow]

    @property
    def sentence(self) -> str:
        """How many there are, and how many are listed."""
        if len(self.rows) == self.n_found:
            return f"{many(self.n_found, 'row')} of {self.table} match."
        return (
            f"{many(self.n_found, 'row')} of {self.table} match; "
            f"the first {len(self.rows)} are listed."
        )


def find(
    session: Session,
    table: LoadedTable,
    values: Mapping[str, object],
    words: Sequence[str] = (),
    *,
    limit: int = N_SHOWN,
) -> Found:
    """The rows with these values, and with these words in any of their cells."""
    if limit < 1:
        raise WrongUse(f"--limit takes a number from 1 on, not {limit}")
    refuse_changed(session, table.name)
    names = [name for name, *_ in columns_of(session, table)]
    bind_source(session, table.name)
    wanted = {
        _known(name, names, table): _text(given) for name, given in values.items()
    }
    found = session.fetch(
        query("find/found_rows"),
        names=names,
        columns=list(wanted) or names[:1],
        wanted=list(wanted.values()),
        is_any=not wanted,
        words=[word for word in words if word.strip()],
        n_shown=limit,
    )
    if not found:
        for name, text in wanted.items():
            _refuse_unknown_value(session, name, text)
    return Found(
        table=table.name,
        n_found=found[0][2] if found else 0,
        rows=[
            FoundRow(row_id, dict(zip(names, texts, strict=True)))
            for row_id, texts, _ in found
        ],
    )


def _known(name: str, names: Sequence[str], table: LoadedTable) -> str:
    """A column as the table spells it."""
    spelled = {each.lower(): each for each in names}
    if name.lower() not in spelled:
        raise UnknownName("column", name, names, table.name)
    return spelled[name.lower()]


def _text(given: object) -> str | None:
    return None if given is None else value_text(given)


def _refuse_unknown_value(session: Session, column: str, text: str | None) -> None:
    """Say which value might be meant, if no row has this one."""
    values = [
        value for (value,) in session.fetch(query("find/values_of"), columns=[column])
    ]
    if text not in values:
        known = [value for value in values if value is not None][:_MOST_VALUES]
        raise UnknownName("value", text or "NULL", known, column)
