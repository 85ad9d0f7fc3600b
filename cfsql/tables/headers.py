"""The first line of a CSV file: names of columns, or a row that would be lost.

It is taken for a row where its cells are like those below them: numbers above numbers,
words that come again. A word above numbers is a name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

# Columns and rows that are looked at: more of them say no more.
N_COLUMNS, N_ROWS = 200, 2000

# With fewer rows, the first of some numbers is often beyond the others.
_N_WITHIN = 10

# What stands for a missing value in many files, and says nothing about a column.
_MISSING = frozenset({"", "?", "-", ".", "na", "n/a", "nan", "null", "none", "nil"})

_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?")
_TIME = re.compile(r"\d{1,4}[-/.:]\d{1,2}([-/.:]\d{1,4})?([ T].*)?")


@dataclass(frozen=True)
class _Column:
    """A cell of the first line, and the values below it, as texts."""

    cell: str
    below: Sequence[str]

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(self.below)

    def _are(self, pattern: re.Pattern[str]) -> bool:
        """Whether all values below are of a kind."""
        return bool(self._counts) and all(map(pattern.fullmatch, self._counts))

    @property
    def is_a_name(self) -> bool:
        """Whether the cell cannot be a value: a word above numbers or dates."""
        if not self.cell or self.cell in self._counts:
            return False
        return any(
            pattern.fullmatch(self.cell) is None and self._are(pattern)
            for pattern in (_NUMBER, _TIME)
        )

    @property
    def is_like_a_value(self) -> bool | None:
        """Whether the cell is like a value of its column; None if it may be either.

        The share of values that come once is the chance that one more value is new
        (Good and Turing): where it is high, a cell that does not recur says nothing.
        """
        if not self.cell or not self._counts:
            return None
        if self.cell in self._counts:
            return True
        if self._are(_NUMBER):
            number, numbers = _number(self.cell), [*map(_number, self._counts)]
            is_within = min(numbers) <= number <= max(numbers)
            return True if is_within or len(self.below) < _N_WITHIN else None
        if self._are(_TIME):
            return True
        n_once = sum(n == 1 for n in self._counts.values())
        return False if 2 * n_once <= len(self.below) else None


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _columns(cells: Sequence[str], rows: Sequence[Sequence[object]]) -> list[_Column]:
    """The cells with what is below each; what may be missing says nothing."""
    columns: list[list[str]] = [[] for _ in cells]
    for row in rows:
        for place, value in enumerate(row):
            text = "" if value is None else str(value).strip()
            if text.lower() not in _MISSING:
                columns[place].append(text)
    return [
        _Column("" if cell.strip().lower() in _MISSING else cell.strip(), below)
        for cell, below in zip(cells, columns, strict=True)
    ]


def doubtful_header(
    cells: Sequence[str], rows: Sequence[Sequence[object]], *, has_names: bool
) -> str | None:
    """Why it is open whether a first line has names or is a row like those below it.

    `has_names`: the names were given, and the line was taken for a row.
    """
    columns = _columns(cells, rows)
    is_named = any(column.is_a_name for column in columns)
    if has_names:
        return _NAMED if is_named else None
    told = [cell.strip() for cell in cells]
    # Programs number columns that have no names.
    is_numbered = [[str(n + first) for n in range(len(told))] for first in (0, 1)]
    if is_named or told in is_numbered:
        return None
    alike = [column for column in columns if column.is_like_a_value]
    unlike = [column for column in columns if column.is_like_a_value is False]
    if len(alike) <= len(unlike):
        return None
    again = [column.cell for column in alike if column.cell in column.below]
    cell = [*again, alike[0].cell][0][:40]
    why = "comes again below" if again else "is like what is below it"
    return (
        f"its first line looks like a row, not like names: '{cell}' {why}; read it "
        "as a row with --no-header (and --names), or say --header"
    )


_NAMED = (
    "its first line has names; say --header to replace them by those of --names, "
    "or --no-header to keep the line as a row"
)


def repeated_name(names: Sequence[str]) -> str | None:
    """What is wrong with names of columns that SQL cannot tell apart, if any are."""
    places: dict[str, int] = {}
    for place, name in enumerate(names, start=1):
        first = places.setdefault(name.lower(), place)
        if first == place or not name.strip():
            continue
        other = names[first - 1]
        both = f"both called '{name}'"
        if other != name:
            both = f"called '{other}' and '{name}', which SQL cannot tell apart"
        return (
            f"columns {first} and {place} are {both}; "
            "keep them apart with --rename-duplicates"
        )
    return None
