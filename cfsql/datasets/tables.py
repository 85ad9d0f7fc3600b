"""Tables of texts, and the steps from a public table to the paper's."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cfsql.errors import BadFile


@dataclass(frozen=True)
class Table:
    """Columns and rows, every value the text that it is in the file."""

    columns: list[str]
    rows: list[list[str]]

    def position(self, column: str) -> int:
        """The place of a column; the first of equal names."""
        if column not in self.columns:
            raise BadFile(f"there is no column '{column}'")
        return self.columns.index(column)

    def select(self, columns: Sequence[str]) -> Table:
        """These columns, in this order."""
        positions = [self.position(column) for column in columns]
        rows = [[row[position] for position in positions] for row in self.rows]
        return Table(list(columns), rows)

    def to_csv(self) -> bytes:
        """The table as cfsql loads it."""
        return csv_bytes(self.columns, self.rows)


Step = Callable[[Table], Table]


def without_ending(column: str, ending: str) -> Step:
    """Take an ending off the values of a column."""

    def step(table: Table) -> Table:
        position = table.position(column)
        rows = [list(row) for row in table.rows]
        for row in rows:
            row[position] = row[position].removesuffix(ending)
        return Table(table.columns, rows)

    return step


def without_rows_holding(value: str) -> Step:
    """Leave out the rows that have this value in any column."""

    def step(table: Table) -> Table:
        return Table(table.columns, [row for row in table.rows if value not in row])

    return step


def with_values_in(*columns: str) -> Step:
    """Leave out the rows that have nothing in one of these columns."""

    def step(table: Table) -> Table:
        positions = [table.position(column) for column in columns]
        rows = [
            row
            for row in table.rows
            if all(row[position] not in ("", "N/A") for position in positions)
        ]
        return Table(table.columns, rows)

    return step


def csv_bytes(columns: Iterable[object], rows: Iterable[Iterable[object]]) -> bytes:
    """Rows as CSV in UTF-8; equal rows always give equal bytes."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue().encode()
