"""Columns over an axis: a histogram of shares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cfsql.show.figures.svg import line, picture, rect, text
from cfsql.show.markup import Html, element
from cfsql.speech import figure

_PLOT_HEIGHT = 140
# Above the columns is room for their figures and, over these, for a marker's words.
_ABOVE, _BELOW = 36, 22


@dataclass(frozen=True)
class Column:
    """A column of a histogram: its name is below it, or a figure at its right edge."""

    share: float
    edge: str
    name: str = ""
    shade: str = "fill"
    href: str | None = None
    words: str = ""


def histogram(
    title: str, columns: Sequence[Column], *, marker: tuple[float, str] | None = None
) -> Html:
    """Shares side by side, over an axis; a marker's place is counted in columns."""
    slot = 100 / len(columns)
    most = max(column.share for column in columns) or 1
    floor = _ABOVE + _PLOT_HEIGHT
    bodies, words = [], []
    for place, column in enumerate(columns):
        height = _PLOT_HEIGHT * column.share / most
        left, right, inset = slot * place, slot * (place + 1), slot * 0.06
        body = rect(left + inset, floor - height, slot * 0.88, height, column.shade)
        bodies.append(
            body
            if column.href is None
            else element("a", body, href=column.href, aria_label=column.words)
        )
        if column.share:
            percent = _percent(column.share)
            words.append(text(left + slot / 2, floor - height - 5, percent))
        if column.name:
            words.append(text(left + slot / 2, floor + 16, column.name, class_="axis"))
        is_last = place == len(columns) - 1
        anchor = "end" if is_last else "middle"
        words.append(
            text(right, floor + 16, column.edge, class_="axis", text_anchor=anchor)
        )
    marked = [] if marker is None else _marker(slot * marker[0], floor, marker[1])
    described = ", ".join(
        f"{column.name or column.edge}: {_percent(column.share)}" for column in columns
    )
    return picture(
        title,
        described,
        floor + _BELOW,
        *bodies,
        *marked,
        line(0, floor, 100, floor, "axis"),
        *words,
        class_="histogram",
        **({"role": "group"} if any(column.href for column in columns) else {}),
    )


def _marker(at: float, floor: float, words: str) -> list[Html]:
    is_near_the_end = at > 70
    anchor, off = ("end", -5) if is_near_the_end else ("start", 5)
    return [
        line(at, 0, at, floor, "marker"),
        text(at, 10, words, class_="marker", text_anchor=anchor, dx=off),
    ]


def _percent(share: float) -> str:
    if 0 < share < 0.005:
        return f"<{figure(0.01, '.0%')}"
    return figure(share, ".0%")
