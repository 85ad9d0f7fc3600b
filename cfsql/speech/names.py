"""Display names: what columns and values are called to a reader, and nowhere else."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cfsql.errors import BadFile, UnknownName, WrongUse

# The columns of a file of names.
HEADER = ("column", "value", "text")

# A column, one of its values or None for the column itself, and what it is called.
Name = tuple[str, str | None, str]


@dataclass(frozen=True)
class Names:
    """Display names of columns and of values; without one, each is called as it is.

    Columns are known in upper and lower case, as DuckDB knows them.
    """

    each: tuple[Name, ...] = ()
    columns: Mapping[str, str] = field(init=False, repr=False, compare=False)
    values: Mapping[tuple[str, str], str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse what is named twice."""
        columns: dict[str, str] = {}
        values: dict[tuple[str, str], str] = {}
        for column, value, text in self.each:
            key = column.lower()
            if key in columns if value is None else (key, value) in values:
                what = column if value is None else f"{column} {value}"
                raise WrongUse(f"the display names have '{what}' twice")
            if value is None:
                columns[key] = text
            else:
                values[key, value] = text
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "values", values)

    def column(self, name: str) -> str:
        """What a column is called."""
        return self.columns.get(name.lower(), name)

    def value(self, column: str, value: str) -> str:
        """What a value of a column is called."""
        return self.values.get((column.lower(), value), value)

    def refuse_unknown(self, columns: Iterable[str], table: str) -> None:
        """Refuse the name of a column that the table does not have."""
        known = list(columns)
        lower = {name.lower() for name in known}
        for column, _, _ in self.each:
            if column.lower() not in lower:
                raise UnknownName("column", column, known, table)


NO_NAMES = Names()


def names_of(given: Any) -> Names:
    """The names that a caller gives: a path, a mapping, or what a log of runs has.

    A mapping has columns, and pairs of a column and a value, each with its name.
    """
    if given is None or isinstance(given, Names):
        return given or NO_NAMES
    if isinstance(given, str) and given.lstrip().startswith("["):
        return names_of(_parsed(given))
    if isinstance(given, str | os.PathLike):
        return _read(os.fspath(given))
    if isinstance(given, Mapping):
        given = [
            (*key, text) if isinstance(key, tuple) else (key, None, text)
            for key, text in given.items()
        ]
    return Names(tuple(_name(each) for each in given))


def _parsed(text: str) -> object:
    """The names of a JSON list: a column, a value or null, and a text each."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise WrongUse(f"--display-names is no JSON: {error}") from error


def _name(given: Any) -> Name:
    if isinstance(given, str) or len(given) != len(HEADER):
        raise WrongUse(
            "display_names takes columns, and pairs of a column and a value, such as "
            '{"sex": "Geschlecht", ("sex", "male"): "männlich"}'
        )
    column, value, text = given
    return str(column), None if value is None else str(value), str(text)


def _read(path: str) -> Names:
    """The names of a CSV file; a line without a value names the column."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            text = file.read()
    except OSError as error:
        raise BadFile(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadFile(f"{path} is not UTF-8 text") from error
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    lines = csv.reader(text.splitlines(keepends=True), delimiter=delimiter)
    header = [cell.strip().lower() for cell in next(lines, [])]
    if sorted(header) != sorted(HEADER):
        raise BadFile(
            f"{path} should have the columns {', '.join(HEADER)}, and has "
            f"{', '.join(header) or 'none'}"
        )
    places = [header.index(name) for name in HEADER]
    found: list[Name] = []
    for cells in lines:
        if not any(cells):
            continue
        if len(cells) != len(HEADER):
            raise BadFile(
                f"{path}, line {lines.line_num}: {len(cells)} cells, not {len(HEADER)}"
            )
        column, value, text = (cells[place] for place in places)
        if not column or not text:
            what = "column" if not column else "text"
            raise BadFile(f"{path}, line {lines.line_num}: the {what} is missing")
        found.append((column, value or None, text))
    try:
        return Names(tuple(found))
    except WrongUse as error:
        raise BadFile(f"{path}: {error}") from error
