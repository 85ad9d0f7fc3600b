"""Results as a workbook for spreadsheets: answers, a summary, the columns explained.

No cell is a formula, a link or a guess: numbers are numbers, dates are dates, and all
else is text. What Excel cannot hold is text too: numbers of more than 15 digits, dates
before 1900. xlsxwriter writes the file; it is the extra `excel`.
"""

from __future__ import annotations

import math
import re
from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from cfsql.cells import json_text
from cfsql.engines import duckdb as engine
from cfsql.errors import CfsqlError, WrongUse, installing
from cfsql.method.columns import (
    BLOCKED,
    COVER,
    COVER_ROWS,
    RANKED,
    STABILITY,
    SUMMARY,
    SURE,
)
from cfsql.tables.stored import ABOUT_FACTUAL, ABOUT_FACTUAL_SUMMARY

if TYPE_CHECKING:
    import duckdb

# What a sheet of Excel holds; a row is for the names of the columns.
MOST_ROWS = 1_048_576 - 1
MOST_COLUMNS = 16_384
MOST_CHARACTERS = 32_767
# The greatest whole number with 15 digits, which is what Excel calculates with.
_MOST_EXACT = 10**15 - 1

_ABOUT: tuple[Mapping[str, str], ...] = (
    *(
        {column.name: column.about for column in columns}
        for columns in (
            RANKED,
            (*SUMMARY, *BLOCKED, *SURE),
            STABILITY,
            COVER,
            COVER_ROWS,
        )
    ),
    ABOUT_FACTUAL,
    ABOUT_FACTUAL_SUMMARY,
)
_DATE = re.compile(r"\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d(\.\d+)?)?")
_DATE_FORMAT, _TIME_FORMAT = "yyyy-mm-dd", "yyyy-mm-dd hh:mm:ss"
_WIDEST = 60


def check(path: str) -> None:
    """Refuse a workbook without the package that writes it."""
    if find_spec("xlsxwriter") is None:
        raise WrongUse(f"{path} needs xlsxwriter: {installing('excel')}")


def write(sheets: Mapping[str, duckdb.DuckDBPyRelation], path: str, name: str) -> int:
    """Write relations as the sheets of a workbook; how many cells had to be cut.

    The file is written to `path`, and called `name` in messages.
    """
    import xlsxwriter

    for relation in sheets.values():
        _refuse_too_large(relation, name)
    options = {
        "constant_memory": True,
        "strings_to_formulas": False,
        "strings_to_numbers": False,
        "strings_to_urls": False,
    }
    try:
        with xlsxwriter.Workbook(path, options) as workbook:
            writer = _Writer(workbook)
            for title, relation in sheets.items():
                writer.add(title, relation)
            writer.explain(sheets)
    except xlsxwriter.exceptions.FileCreateError as error:
        raise error.args[0] from error
    return writer.n_cut


def _refuse_too_large(relation: duckdb.DuckDBPyRelation, name: str) -> None:
    n_rows, n_columns = relation.shape
    for n, most, what in (
        (n_rows, MOST_ROWS, "rows"),
        (n_columns, MOST_COLUMNS, "columns"),
    ):
        if n > most:
            raise CfsqlError(
                f"cannot write {name}: it would have {n:,} {what}, and a sheet of "
                f"Excel holds {most:,}; write .parquet or .csv instead"
            )


class _Writer:
    """The sheets of one workbook."""

    def __init__(self, workbook: Any) -> None:
        self.n_cut = 0
        self._workbook = workbook
        self._head = workbook.add_format({"bold": True, "bottom": 1})
        self._date = workbook.add_format({"num_format": _DATE_FORMAT})
        self._time = workbook.add_format({"num_format": _TIME_FORMAT})

    def add(self, title: str, relation: duckdb.DuckDBPyRelation) -> None:
        """A sheet with the rows of a relation."""
        is_date = [
            kind.id == "date" or kind.id.startswith("timestamp")
            for kind in relation.types
        ]
        self._add(title, relation.columns, engine.row_stream(relation), is_date)

    def explain(self, sheets: Mapping[str, duckdb.DuckDBPyRelation]) -> None:
        """A sheet that says what each column is."""
        rows = [
            (title, name, about)
            for title, relation in sheets.items()
            for name, about in _about(relation.columns)
        ]
        self._add("columns explained", ("sheet", "column", "meaning"), rows, ())

    def _add(
        self,
        title: str,
        columns: Sequence[str],
        rows: Iterable[Sequence[object]],
        is_date: Sequence[bool],
    ) -> None:
        sheet = self._workbook.add_worksheet(title)
        dates = [place for place, each in enumerate(is_date) if each]
        widths = [len(name) + 4 for name in columns]
        for column, name in enumerate(columns):
            sheet.write_string(0, column, self._cut(name), self._head)
        row = 0
        for row, values in enumerate(rows, start=1):
            for column, value in enumerate(values):
                shown = _cell(value)
                if column in dates and isinstance(shown, str):
                    shown = _instant(shown) or shown
                width = self._write(sheet, row, column, shown)
                if width > widths[column]:
                    widths[column] = width
        for column, width in enumerate(widths):
            sheet.set_column(column, column, min(width, _WIDEST))
        sheet.freeze_panes(1, 0)
        sheet.autofilter(0, 0, row, len(columns) - 1)

    def _write(self, sheet: Any, row: int, column: int, value: object) -> int:
        """Write a cell; how wide it is."""
        if value is None:
            return 0
        if isinstance(value, bool):
            sheet.write_boolean(row, column, value)
            return 5
        if isinstance(value, datetime):
            is_day = value == datetime(value.year, value.month, value.day)
            style = self._date if is_day else self._time
            sheet.write_datetime(row, column, value, style)
            return len(_DATE_FORMAT if is_day else _TIME_FORMAT) + 1
        if isinstance(value, int | float):
            sheet.write_number(row, column, value)
            return len(f"{value:.6g}") + 1
        text = self._cut(str(value))
        sheet.write_string(row, column, text)
        return len(text) + 1

    def _cut(self, text: str) -> str:
        if len(text) <= MOST_CHARACTERS:
            return text
        self.n_cut += 1
        return f"{text[: MOST_CHARACTERS - 1]}…"


def _cell(value: object) -> object:
    """What a cell holds of a value: a number, a truth value, a text, or nothing."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return value if abs(value) <= _MOST_EXACT else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Decimal):
        return float(value) if len(value.as_tuple().digits) <= 15 else str(value)
    if isinstance(value, list):
        return _listed(value)
    return json_text(value)


def _listed(values: list[Any]) -> str:
    """A list to read: changes as sex: male → female, values as sex: male."""
    if not all(isinstance(each, dict) and "feature" in each for each in values):
        texts = all(isinstance(each, str) for each in values)
        return ", ".join(values) if texts else json_text(values)
    parts = []
    for each in values:
        shown = {
            name: "NULL" if value is None else value for name, value in each.items()
        }
        if "to_value" in shown:
            change = f"{shown['from_value']} → {shown['to_value']}"
            parts.append(f"{shown['feature']}: {change}")
        else:
            parts.append(f"{shown['feature']}: {shown.get('value', '')}")
    return ", ".join(parts)


def _instant(text: str) -> datetime | None:
    """A date or time of a year that Excel knows; None for every other text."""
    if not _DATE.fullmatch(text) or not "1900-03-01" <= text <= "9999-12-31 24":
        return None
    whole, _, fraction = text.partition(".")
    micros = int(fraction[:6].ljust(6, "0")) if fraction else 0
    return datetime.fromisoformat(whole).replace(microsecond=micros)


def _about(columns: Sequence[str]) -> list[tuple[str, str]]:
    """The columns with what they mean, as the result table with most of them says.

    A column that is added to them, such as a sentence, is another table's.
    """
    nearest = max(_ABOUT, key=lambda about: len(set(columns) & set(about)))
    known = ChainMap(dict(nearest), *map(dict, _ABOUT))
    return [(name, known.get(name, "")) for name in columns]
