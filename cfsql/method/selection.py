"""Which rows are asked about. S is the whole table, whichever they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from cfsql.engines import Engine
from cfsql.engines.duckdb import text_of
from cfsql.engines.queries import query
from cfsql.errors import BadCondition, UnknownRow, WrongUse
from cfsql.options import (
    SelectionOptions,
    given_among,
    refuse_wrong_values,
)
from cfsql.tables.catalog import LoadedTable


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
        refuse_wrong_values(SelectionOptions, vars(self))
        if self.limit is not None and self.sample is not None:
            raise WrongUse("give --limit or --sample, not both")
        if self.rows is not None and not self.rows:
            raise WrongUse("--rows needs at least one row id")

    @classmethod
    def of(cls, options: Mapping[str, object]) -> Selection:
        """The selection among the options of a call."""
        return cls(**given_among(options, SelectionOptions))

    @property
    def options(self) -> dict[str, object]:
        """The selection as cf.runs has it; the seed matters to a sample alone."""
        return {**vars(self), "seed": self.seed if self.sample else None}


def select_rows(session: Engine, table: LoadedTable, selection: Selection) -> int:
    """Stage `asked_rows` from a bound table; how many they are."""
    if selection.where is None:
        session.stage(query("select/every_row"))
    else:
        _match_rows(session, selection.where)
    if selection.rows is not None:
        rows = [value_text(row) for row in selection.rows]
        refuse_unknown(session, table, rows)
        session.stage(query("select/listed_rows"), rows=rows)
    if selection.limit is not None:
        session.stage(query("select/first_rows"), limit=selection.limit)
    elif selection.sample is not None:
        session.stage(
            query("select/sampled_rows"), sample=selection.sample, seed=selection.seed
        )
    else:
        session.stage(query("select/asked_rows"))
    n_rows = session.size("asked_rows")
    if not n_rows:
        raise WrongUse(f"no row of {table.name} that has a label matches --where")
    return n_rows


def _match_rows(session: Engine, where: str) -> None:
    """Stage the rows of the table that satisfy a condition of the user's."""
    if not where.strip():
        raise WrongUse("--where needs a condition, such as 'age > 60'")
    try:
        session.stage_where("matching_rows", "source_rows", where)
    except BadCondition as error:
        raise WrongUse(f"--where: {error}") from error


def refuse_missing(session: Engine, table: LoadedTable, rows: list[str]) -> None:
    """Refuse ids that no row of a bound table has."""
    for row, is_there in session.fetch(query("select/unknown_rows"), rows=rows):
        if not is_there:
            first, last, nearest = session.fetch_one(
                query("select/nearest_row"), row=row
            )
            raise UnknownRow(row, table.name, nearest=nearest, first=first, last=last)


def refuse_unknown(session: Engine, table: LoadedTable, rows: list[str]) -> None:
    """Refuse ids that no row of a bound table has, or none that has a label."""
    refuse_missing(session, table, rows)
    for row, _ in session.fetch(query("select/unknown_rows"), rows=rows):
        raise WrongUse(
            f"row {row} of {table.name} has no {table.label}, "
            "so there is nothing to explain"
        )


def value_text(value: object) -> str:
    """A row id or a label as DuckDB writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    is_plain = isinstance(value, str | int | float | Decimal)
    return str(value) if is_plain else text_of(value)
