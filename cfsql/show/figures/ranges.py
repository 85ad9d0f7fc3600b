"""Spreads and points on a line from 0 to an end, one line for each name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cfsql.show.figures.svg import line, picture, rect, share, svg, text
from cfsql.show.figures.tables import drawn_table
from cfsql.show.markup import Child, Html, element
from cfsql.speech import figure, say

_RANGE_HEIGHT = 26


@dataclass(frozen=True)
class Range:
    """How a share between 0 and 1 is spread."""

    name: str
    mean: float
    smallest: float
    lower_quartile: float
    middle: float
    upper_quartile: float
    largest: float
    figures: Sequence[Child]


def ranges(head: Sequence[str], rows: Sequence[Range]) -> Html:
    """A table with a range in each row: all, the middle half, median and mean."""
    return drawn_table(
        head,
        _axis(1),
        [(row.name, _range(row), row.figures) for row in rows],
        class_="bars ranges",
    )


def _range(row: Range) -> Html:
    centre = _RANGE_HEIGHT / 2
    lower, upper = 100 * row.lower_quartile, 100 * row.upper_quartile
    middle = 100 * row.middle
    described = say(
        "from {smallest:.3f} to {largest:.3f}, the middle half from {lower:.3f} to "
        "{upper:.3f}, median {middle:.3f}, mean {mean:.3f}",
        smallest=row.smallest,
        largest=row.largest,
        lower=row.lower_quartile,
        upper=row.upper_quartile,
        middle=row.middle,
        mean=row.mean,
    )
    return picture(
        row.name,
        described,
        _RANGE_HEIGHT,
        line(0, centre, 100, centre, "track"),
        line(100 * row.smallest, centre, 100 * row.largest, centre, "whisker"),
        rect(lower, centre - 7, max(upper - lower, 0.4), 14, "box"),
        line(middle, centre - 10, middle, centre + 10, "median"),
        element("circle", cx=share(100 * row.mean), cy=centre, r=4.5, class_="mean"),
    )


@dataclass(frozen=True)
class Point:
    """A figure with its interval, if it has one; `shade` is its CSS class."""

    at: float
    low: float | None = None
    high: float | None = None
    shade: str = "filled"


@dataclass(frozen=True)
class Line:
    """A named line of points; with `is_bar` there is a bar up to the first."""

    name: str
    points: Sequence[Point]
    figures: Sequence[Child]
    is_bar: bool = False


def points(
    head: Sequence[str],
    rows: Sequence[Line],
    *,
    largest: float,
    rules: Sequence[float] = (),
) -> Html:
    """A table with points on a line in each row, from 0 to `largest`.

    The rules are figures to hold the points against, drawn across all rows.
    """
    return drawn_table(
        head,
        _axis(largest),
        [(row.name, _points(row, largest, rules), row.figures) for row in rows],
        class_="bars ranges points",
    )


def _points(row: Line, largest: float, rules: Sequence[float]) -> Html:
    centre = _RANGE_HEIGHT / 2
    pieces = [line(0, centre, 100, centre, "track")]
    if row.is_bar:
        length = 100 * row.points[0].at / largest
        pieces.append(rect(0, centre - 4, length, 8, "box"))
    pieces += [
        line(100 * rule / largest, 0, 100 * rule / largest, _RANGE_HEIGHT, "marker")
        for rule in rules
    ]
    for point in row.points:
        if point.low is not None and point.high is not None:
            ends = (max(0, 100 * point.low / largest), 100 * point.high / largest)
            pieces.append(line(ends[0], centre, ends[1], centre, "whisker"))
    # The first point is the one that matters most: nothing hides it.
    pieces += [
        element(
            "circle",
            cx=share(100 * point.at / largest),
            cy=centre,
            r=5,
            class_=point.shade,
        )
        for point in reversed(row.points)
    ]
    described = ", ".join(figure(point.at, ".3f") for point in row.points)
    return picture(row.name, described, _RANGE_HEIGHT, *pieces)


def _axis(largest: float) -> Html:
    """The numbers over the lines: 0, the middle and the end."""
    ticks = ((0, "start"), (largest / 2, "middle"), (largest, "end"))
    return svg(
        18,
        *(
            text(
                100 * tick / largest,
                13,
                figure(tick, ".2g"),
                class_="axis",
                text_anchor=anchor,
            )
            for tick, anchor in ticks
        ),
        aria_hidden="true",
    )
