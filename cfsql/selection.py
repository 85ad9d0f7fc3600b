"""Which rows are asked about. S is the whole table, whichever they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import duckdb

from cfsql.catalog import LoadedTable
from cfsql.engines.duckdb import Session, first_line
from cfsql.errors import WrongUse
from cfsql.queries import query


@dataclass(frozen=True)
class Selection:
    """The rows that match `where` and `rows`; of these the first `limit`, or a sample.

    Without any of them, all rows that have a label.
    """

    limit: int | None = None
    sample: int | None = None
    seed: int = 0
    rows: Sequence[object] | None = None
    where: str | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        for name in ("limit", "sample"):
            number = getattr(self, name)
            if number is not None and number < 1:
                raise WrongUse(f"--{name} takes a number from 1 on, not {number}")
        if self.limit is not None and self.sample is not None:
            raise WrongUse("give --limit or --sample, not both")
        if self.rows is not None and not self.rows:
            raise WrongUse("--rows needs at least one row id")


def select_rows(session: Session, table: LoadedTable, selection: Selection) -> int:
    """Stage `asked_rows`; how many they are."""
    _stage_matching(session, table, selection)
    return session.stage(
        query("select/asked_rows"),
        limit=selection.limit,
        sample=selection.sample,
        seed=selection.seed,
    )


def _stage_matching(session: Session, table: LoadedTable, selection: Selection) -> None:
    source = session.public(table.name)
    if selection.where is None:
        session.stage(query("select/every_row"))
    else:
        try:
            session.stage_where("matching_rows", source, selection.where)
        except duckdb.Error as error:
            raise WrongUse(f"--where: {first_line(error)}") from error
    if selection.rows is not None:
        _refuse_unknown(session, table, selection.rows)
        session.stage(query("select/listed_rows"), rows=_texts(selection.rows))


def _refuse_unknown(
    session: Session, table: LoadedTable, rows: Sequence[object]
) -> None:
    source = session.public(table.name)
    unknown = session.fetch(
        query("select/unknown_rows"), source=source, rows=_texts(rows)
    )
    for row, has_no_label in unknown:
        if has_no_label:
            raise WrongUse(
                f"row {row} of {table.name} has no {table.label}, "
                "so there is nothing to explain"
            )
        first, last, nearest = session.fetch_one(
            query("select/nearest_row"), source=source, row=row
        )
        raise WrongUse(
            f"no row {row} in {table.name}; did you mean {nearest}? "
            f"Row ids go from {first} to {last}"
        )


def _texts(rows: Sequence[object]) -> list[str]:
    return [str(row) for row in rows]
