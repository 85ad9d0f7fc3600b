"""The formats of the public files: delimited text with or without names, and ARFF."""

from __future__ import annotations

import csv
import io
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from cfsql.datasets.tables import Table
from cfsql.errors import BadFile


class Format(Protocol):
    """How to read the text of a public file."""

    def read(self, text: str) -> Table:
        """The table in the text, blanks around names and values taken off."""
        ...


@dataclass(frozen=True)
class Delimited:
    """Values between delimiters; the names come first, or are given here."""

    delimiter: str = ","
    names: tuple[str, ...] | None = None

    def read(self, text: str) -> Table:
        """The table in the text.

        What stands before the table of a file without names is skipped: Adult's test
        rows begin with a remark, the mushrooms with a page of it.
        """
        records = _records(io.StringIO(text, newline=""), self.delimiter)
        if self.names is None:
            _, names = next(records, (0, []))
            if len(names) < 2:
                raise BadFile(f"there are no names between '{self.delimiter}'")
            return Table(names, _rows(records, len(names)))
        names = list(self.names)
        rows = _rows(records, len(names), skip_first=True)
        if rows and rows[0] == names:
            del rows[0]
        return Table(names, rows)


@dataclass(frozen=True)
class Arff:
    """The format of Weka: names after @attribute, rows after @data."""

    def read(self, text: str) -> Table:
        """The table in the text."""
        mark = re.search(r"(?im)^[ \t]*@data\b.*$", text)
        if mark is None:
            raise BadFile("there is no line @data")
        before, data = text[: mark.start()], text[mark.end() :]
        names = re.findall(
            r"""(?im)^[ \t]*@attribute[ \t]+('[^']*'|"[^"]*"|[^\s{]+)""", before
        )
        # Empty lines in the place of what came before keep the numbers of the others.
        lines = ["\n"] * before.count("\n") + data.splitlines()
        rows = _rows(_records(lines, ",", comment="%"), len(names))
        return Table([name.strip("'\"") for name in names], rows)


def _records(
    lines: Iterable[str], delimiter: str, *, comment: str | None = None
) -> Iterator[tuple[int, list[str]]]:
    """The lines that are neither blank nor a comment, numbered and split."""
    # As for files that are loaded: the limit is that of the whole process.
    csv.field_size_limit(sys.maxsize)
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
    try:
        for record in reader:
            values = [value.strip() for value in record]
            if any(values) and not (comment and values[0].startswith(comment)):
                yield reader.line_num, values
    except csv.Error as error:
        raise BadFile(f"line {reader.line_num}: {error}") from error


def _rows(
    records: Iterable[tuple[int, list[str]]], width: int, *, skip_first: bool = False
) -> list[list[str]]:
    """The records, all of one width; others may come before the first, if so wished."""
    rows: list[list[str]] = []
    for line, values in records:
        if len(values) == width:
            rows.append(values)
        elif rows or not skip_first:
            raise BadFile(f"line {line} has {len(values)} values instead of {width}")
    return rows
