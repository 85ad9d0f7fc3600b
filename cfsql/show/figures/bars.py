"""Bars: a table of named numbers, and the small bar beside a number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cfsql.show.figures.svg import rect, svg
from cfsql.show.figures.tables import drawn_table
from cfsql.show.markup import Child, Html, linked

_BAR_HEIGHT = 14
_METER_HEIGHT = 8


@dataclass(frozen=True)
class Bar:
    """A named number, drawn as long as it is large; with None, nothing is drawn."""

    name: Child
    length: float | None
    figures: Sequence[Child]
    href: str | None = None


def bars(
    head: Sequence[str], rows: Sequence[Bar], *, whole: float | None = None
) -> Html:
    """A table with a bar in each row; `head` names the columns but the bars'.

    Bars are parts of the whole, if there is one, and else of the longest.
    """
    full = whole or max((row.length or 0 for row in rows), default=0) or 1
    return drawn_table(
        head,
        None,
        [
            (
                linked(row.href, row.name),
                None
                if row.length is None
                else _bar(100 * row.length / full, has_track=whole is not None),
                row.figures,
            )
            for row in rows
        ],
        class_="bars",
    )


def meter(length: float, whole: float) -> Html:
    """A small bar beside a number; a screen reader reads the number alone."""
    return svg(
        _METER_HEIGHT,
        rect(0, 0, 100, _METER_HEIGHT, "track"),
        rect(0, 0, 100 * length / whole, _METER_HEIGHT, "fill")
        if whole and length
        else None,
        class_="meter",
        aria_hidden="true",
    )


def _bar(length: float, *, has_track: bool) -> Html:
    return svg(
        _BAR_HEIGHT,
        rect(0, 0, 100, _BAR_HEIGHT, "track") if has_track else None,
        rect(0, 0, length, _BAR_HEIGHT, "fill") if length else None,
        aria_hidden="true",
    )
