"""Pieces of text for a terminal: facts, bars, wrapped lines, cut lists."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from cfsql.show import screen
from cfsql.speech import (
    column,
    figure,
    many,
    rows_or_parts,
    say,
    shown_value,
)

if TYPE_CHECKING:
    from cfsql.tables.nearly_unique import NearlyUnique

Emphasis = Callable[[str], str]

_BAR, _SHORTEST_BAR = 24, 6


def plain(text: str) -> str:
    """No emphasis, for a terminal without colours."""
    return text


def fact(name: str, value: str) -> str:
    """A name and its figure, the figures of several lines below each other."""
    return f"  {name:<17} {value}"


def with_share(part: int, whole: int) -> str:
    """A number of rows, and the share of the whole that they are."""
    return f"{many(part, 'row')} ({figure(part / whole, '.1%')})"


def bars(counts: Mapping[str, float], whole: float) -> list[str]:
    """Named numbers of rows, or of parts of rows, each with a bar."""
    numbers = {name: rows_or_parts(n) for name, n in counts.items()}
    name_width = max(map(screen.n_cells, numbers))
    number_width = max(map(len, numbers.values()))
    longest = _BAR
    columns = screen.width()
    if columns is not None:
        # The indentation, a share such as 12.3%, and what is between them.
        left = columns - number_width - 16
        longest = max(_SHORTEST_BAR, min(_BAR, left - name_width))
        name_width = max(1, min(name_width, left - longest))
    most = max(counts.values())
    return [
        (
            f"    {screen.padded(screen.cut(name, name_width), name_width)}  "
            f"{numbers[name]:>{number_width}}  {figure(n / whole, '.1%'):>6}  "
            f"{'█' * max(1, round(longest * n / most)) * bool(n)}"
        ).rstrip()
        for name, n in counts.items()
    ]


def wrapped(text: str, *, indent: str = "    ") -> list[str]:
    """A text as lines of the width of a terminal."""
    return textwrap.wrap(
        text,
        width=screen.prose_width(),
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=screen.width() is not None,
        break_on_hyphens=False,
    )


def one_line(value: str | None) -> str:
    """A value without line breaks; NULL for a missing one."""
    return "NULL" if value is None else " ".join(value.splitlines())


def contradictions(n_rows: int, n_groups: int, label: str) -> str:
    """The rows whose equals have another label."""
    return say(
        "{rows} in {n:# group|# groups} with the same features and different "
        "{label_column}",
        rows=many(n_rows, "row"),
        n=n_groups,
        label_column=label,
    )


def rest_lines(n_shown: int, n_all: int) -> list[str]:
    """How many entries a cut list leaves out, and the option that shows them."""
    if n_all <= n_shown:
        return []
    left = say(
        "… and {n} more; --show {all} lists them all", n=n_all - n_shown, all=str(n_all)
    )
    return [f"  {left}"]


def leading_lines(leading: Sequence[NearlyUnique]) -> list[str]:
    """What there is to say of nearly unique columns that lead the answers."""
    return [
        line for each in leading for line in ("", *wrapped(each.sentence, indent="  "))
    ]


def row_subject(row_id: object, table: str, label_column: str, label: str) -> str:
    """Which row it is about, and its outcome."""
    return say(
        "Row {row} of {table}: {label_column} is {label}",
        row=str(row_id),
        table=table,
        label_column=column(label_column),
        label=shown_value(label_column, label),
    )


def declared_line(declared: str) -> str:
    """What is declared with a table, beside answers that keep to it."""
    return say("As declared: {declared}. --no-defaults lifts this.", declared=declared)
