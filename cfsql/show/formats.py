"""Rows as text on standard output: a table to read, or a format for programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from cfsql.cells import json_text, not_formula
from cfsql.errors import WrongUse
from cfsql.show.table_layout import Columns
from cfsql.speech import figure

FORMATS = ("table", "json", "jsonl", "csv", "markdown")
FOR_PROGRAMS = ("json", "jsonl", "csv")


def check(name: str, known: Sequence[str] = FORMATS) -> str:
    """Refuse a format that is not known."""
    if name not in known:
        raise WrongUse(f"--format is {', '.join(known)}, not '{name}'")
    return name


def lines(
    name: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> Iterator[str]:
    """The rows in a format, a line at a time, as they come."""
    if name == "json":
        return _json(columns, rows)
    if name == "jsonl":
        return (_object(columns, row) for row in rows)
    if name == "csv":
        return _csv(columns, rows)
    if name == "markdown":
        return _markdown(columns, rows)
    return iter(text_table(columns, rows))


def spreadsheet_lines(
    columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> Iterator[str]:
    """CSV that spreadsheets read as UTF-8, and take no cell of for a formula."""
    guarded = (
        [not_formula(value) if isinstance(value, str) else value for value in row]
        for row in rows
    )
    lines = _csv([not_formula(name) for name in columns], guarded)
    yield f"\ufeff{next(lines)}"
    yield from lines


def text_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    *,
    indent: str = "",
    missing: str = "NULL",
) -> list[str]:
    """Columns side by side, numbers to the right."""
    cells = [list(columns)]
    numeric = [True] * len(columns)
    for row in rows:
        cells.append([missing if x is None else _shown(x) for x in row])
        for position, value in enumerate(row):
            if value is not None and not _is_number(value):
                numeric[position] = False
    if len(cells) == 1:
        numeric = [False] * len(columns)
    return Columns(cells, numeric, indent).lines()


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _shown(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return figure(value, ".4g")
    if isinstance(value, list | dict):
        return json_text(value)
    return " ".join(str(value).splitlines())


def _object(columns: Sequence[str], row: Sequence[Any]) -> str:
    return json_text(dict(zip(columns, row, strict=True)))


def _json(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    held: str | None = None
    yield "["
    for row in rows:
        if held is not None:
            yield f"{held},"
        held = _object(columns, row)
    if held is not None:
        yield held
    yield "]"


def _csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="")

    def record(values: Sequence[Any]) -> str:
        buffer.seek(0)
        buffer.truncate()
        writer.writerow(
            [
                json_text(value) if isinstance(value, list | dict | bool) else value
                for value in values
            ]
        )
        return buffer.getvalue()

    yield record(columns)
    for row in rows:
        yield record(row)


def _markdown(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    def line(cells: Iterable[str]) -> str:
        escaped = (cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells)
        return f"| {' | '.join(escaped)} |"

    yield line(columns)
    yield line("---" for _ in columns)
    for row in rows:
        yield line(map(_shown, row))
