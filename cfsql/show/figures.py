"""Charts as HTML and inline SVG: geometry only, from numbers that are given.

Widths are shares of the room that there is and heights are pixels, so that a chart
fits a phone and a wide screen alike and its words stay as large as the others. Colours
are CSS classes. What a chart shows is said in words or numbers beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cfsql.show.markup import Child, Html, element, fragment

# The shades of a heat matrix, from nothing to everything.
N_SHADES = 10

_BAR_HEIGHT = 14
_METER_HEIGHT = 8
_STACK_HEIGHT = 30
_PLOT_HEIGHT = 140
# Above the columns is room for their figures and, over these, for a marker's words.
_ABOVE, _BELOW = 36, 22
_RANGE_HEIGHT = 26
_SMALL_HEIGHT = 70


def captioned(caption: str, content: Html) -> Html:
    """A chart with what it is; one that is too wide for a phone scrolls by itself."""
    return element(
        "figure",
        element("figcaption", caption),
        element(
            "div",
            content,
            class_="scroll",
            tabindex=0,
            role="group",
            aria_label=caption,
        ),
    )


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
    return _drawn_table(
        head,
        None,
        [
            (
                _linked(row.href, row.name),
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
    """A small bar beside a number; the number is what is read."""
    return _svg(
        _METER_HEIGHT,
        _rect(0, 0, 100, _METER_HEIGHT, "track"),
        _rect(0, 0, 100 * length / whole, _METER_HEIGHT, "fill")
        if whole and length
        else None,
        class_="meter",
        aria_hidden="true",
    )


def _bar(length: float, *, has_track: bool) -> Html:
    return _svg(
        _BAR_HEIGHT,
        _rect(0, 0, 100, _BAR_HEIGHT, "track") if has_track else None,
        _rect(0, 0, length, _BAR_HEIGHT, "fill") if length else None,
        aria_hidden="true",
    )


def _drawn_table(
    head: Sequence[str],
    axis: Html | None,
    rows: Sequence[tuple[Child, Html | None, Sequence[Child]]],
    *,
    class_: str,
) -> Html:
    """Lines of a name, a drawing and figures."""
    return element(
        "table",
        element(
            "thead",
            element(
                "tr",
                element("th", head[0], scope="col"),
                element("td", axis, class_="bar"),
                (element("th", name, scope="col", class_="n") for name in head[1:]),
            ),
        ),
        element(
            "tbody",
            (
                element(
                    "tr",
                    element("th", name, scope="row"),
                    element("td", drawing, class_="bar"),
                    (element("td", figure, class_="n") for figure in figures),
                )
                for name, drawing, figures in rows
            ),
        ),
        class_=class_,
    )


@dataclass(frozen=True)
class Part:
    """A share of a whole; `shade` is the CSS class that colours it."""

    name: str
    share: float
    figure: str
    shade: str
    href: str | None = None


def stack(title: str, parts: Sequence[Part]) -> Html:
    """The parts of a whole side by side, and what each is."""
    shown = [part for part in parts if part.share > 0]
    pieces, at = [], 0.0
    for part in shown:
        width = 100 * part.share
        piece = _rect(at, 0, width, _STACK_HEIGHT, part.shade)
        pieces.append(_unnamed(part.href, piece))
        at += width
    described = ", ".join(f"{part.name}: {part.figure}" for part in shown)
    legend = (
        element(
            "li",
            _svg(
                12, _rect(0, 0, 100, 12, part.shade), class_="key", aria_hidden="true"
            ),
            " ",
            _linked(part.href, part.name),
            " ",
            element("b", part.figure),
        )
        for part in shown
    )
    return fragment(
        _picture(
            title,
            described,
            _STACK_HEIGHT,
            *pieces,
            class_="stack",
            **({"role": "group"} if any(part.href for part in shown) else {}),
        ),
        element("ul", legend, class_="legend"),
    )


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
    """Shares side by side, over an axis; a marker is at so many columns from left."""
    slot = 100 / len(columns)
    most = max(column.share for column in columns) or 1
    floor = _ABOVE + _PLOT_HEIGHT
    bodies, words = [], []
    for place, column in enumerate(columns):
        height = _PLOT_HEIGHT * column.share / most
        left, right, inset = slot * place, slot * (place + 1), slot * 0.06
        body = _rect(left + inset, floor - height, slot * 0.88, height, column.shade)
        bodies.append(
            body
            if column.href is None
            else element("a", body, href=column.href, aria_label=column.words)
        )
        if column.share:
            percent = _percent(column.share)
            words.append(_text(left + slot / 2, floor - height - 5, percent))
        if column.name:
            words.append(_text(left + slot / 2, floor + 16, column.name, class_="axis"))
        is_last = place == len(columns) - 1
        anchor = "end" if is_last else "middle"
        words.append(
            _text(right, floor + 16, column.edge, class_="axis", text_anchor=anchor)
        )
    marked = [] if marker is None else _marker(slot * marker[0], floor, marker[1])
    described = ", ".join(
        f"{column.name or column.edge}: {_percent(column.share)}" for column in columns
    )
    return _picture(
        title,
        described,
        floor + _BELOW,
        *bodies,
        *marked,
        _line(0, floor, 100, floor, "axis"),
        *words,
        class_="histogram",
        **({"role": "group"} if any(column.href for column in columns) else {}),
    )


def _marker(at: float, floor: float, words: str) -> list[Html]:
    is_near_the_end = at > 70
    anchor, off = ("end", -5) if is_near_the_end else ("start", 5)
    return [
        _line(at, 0, at, floor, "marker"),
        _text(at, 10, words, class_="marker", text_anchor=anchor, dx=off),
    ]


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
    ticks = ((0, "start"), (0.5, "middle"), (1, "end"))
    axis = _svg(
        18,
        *(
            _text(100 * tick, 13, f"{tick:g}", class_="axis", text_anchor=anchor)
            for tick, anchor in ticks
        ),
        aria_hidden="true",
    )
    return _drawn_table(
        head,
        axis,
        [(row.name, _range(row), row.figures) for row in rows],
        class_="bars ranges",
    )


def _range(row: Range) -> Html:
    centre = _RANGE_HEIGHT / 2
    lower, upper = 100 * row.lower_quartile, 100 * row.upper_quartile
    middle = 100 * row.middle
    described = (
        f"from {row.smallest:.3f} to {row.largest:.3f}, the middle half from "
        f"{row.lower_quartile:.3f} to {row.upper_quartile:.3f}, "
        f"median {row.middle:.3f}, mean {row.mean:.3f}"
    )
    return _picture(
        row.name,
        described,
        _RANGE_HEIGHT,
        _line(0, centre, 100, centre, "track"),
        _line(100 * row.smallest, centre, 100 * row.largest, centre, "whisker"),
        _rect(lower, centre - 7, max(upper - lower, 0.4), 14, "box"),
        _line(middle, centre - 10, middle, centre + 10, "median"),
        element("circle", cx=_share(100 * row.mean), cy=centre, r=4.5, class_="mean"),
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
    """A named line of points."""

    name: str
    points: Sequence[Point]
    figures: Sequence[Child]


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
    ticks = [(0.0, "start"), (largest / 2, "middle"), (largest, "end")]
    axis = _svg(
        18,
        *(
            _text(
                100 * tick / largest,
                13,
                f"{tick:.2g}",
                class_="axis",
                text_anchor=anchor,
            )
            for tick, anchor in ticks
        ),
        aria_hidden="true",
    )
    return _drawn_table(
        head,
        axis,
        [(row.name, _points(row, largest, rules), row.figures) for row in rows],
        class_="bars ranges points",
    )


def _points(row: Line, largest: float, rules: Sequence[float]) -> Html:
    centre = _RANGE_HEIGHT / 2
    pieces = [_line(0, centre, 100, centre, "track")]
    pieces += [
        _line(100 * rule / largest, 0, 100 * rule / largest, _RANGE_HEIGHT, "marker")
        for rule in rules
    ]
    for point in row.points:
        if point.low is not None and point.high is not None:
            ends = (max(0, 100 * point.low / largest), 100 * point.high / largest)
            pieces.append(_line(ends[0], centre, ends[1], centre, "whisker"))
    # The first point is the one that matters most: nothing hides it.
    pieces += [
        element(
            "circle",
            cx=_share(100 * point.at / largest),
            cy=centre,
            r=5,
            class_=point.shade,
        )
        for point in reversed(row.points)
    ]
    described = ", ".join(f"{point.at:.3f}" for point in row.points)
    return _picture(row.name, described, _RANGE_HEIGHT, *pieces)


def small_columns(title: str, heights: Sequence[float]) -> Html:
    """A small chart of columns that are counted 1, 2, …; the highest is named."""
    most = max(heights) or 1
    peak = max(range(len(heights)), key=heights.__getitem__)
    slot, floor = 100 / len(heights), _SMALL_HEIGHT + 18
    bodies = [
        _rect(
            slot * (place + 0.06),
            floor - _SMALL_HEIGHT * height / most,
            slot * 0.88,
            _SMALL_HEIGHT * height / most,
            "fill" if place == peak else "part2",
        )
        for place, height in enumerate(heights)
    ]
    named = {0: "start", peak: "middle", len(heights) - 1: "end"}
    words = [
        _text(
            slot * (place + 0.5) if anchor == "middle" else 100 * (place > 0),
            floor + 15,
            f"{place + 1}",
            class_="axis",
            text_anchor=anchor,
        )
        for place, anchor in named.items()
        if place == peak or abs(place - peak) * slot > 12
    ]
    described = ", ".join(
        f"{place}: {height:.1f}" for place, height in enumerate(heights, start=1)
    )
    return _picture(
        title,
        described,
        floor + 20,
        *bodies,
        _line(0, floor, 100, floor, "axis"),
        _text(slot * (peak + 0.5), 12, f"{heights[peak]:,.0f}"),
        *words,
        class_="small-columns",
    )


@dataclass(frozen=True)
class Cell:
    """A cell of a matrix; its shade is its share. None is a cell that cannot be."""

    share: float
    figure: str
    words: str
    href: str | None = None


def heat_matrix(
    corner: str,
    rows: Sequence[Child],
    columns: Sequence[Child],
    cells: Sequence[Sequence[Cell | None]],
) -> Html:
    """A table whose cells are the darker the greater their share is."""
    return element(
        "table",
        element(
            "thead",
            element(
                "tr",
                element("th", corner, scope="col", class_="corner"),
                (element("th", column, scope="col") for column in columns),
            ),
        ),
        element(
            "tbody",
            (
                element("tr", element("th", name, scope="row"), map(_heat, line))
                for name, line in zip(rows, cells, strict=True)
            ),
        ),
        class_="matrix",
    )


def _heat(cell: Cell | None) -> Html:
    if cell is None:
        return element("td", "–", class_="never")
    if not cell.share:
        return element("td", "0", class_="none")
    shade = min(N_SHADES, 1 + int(cell.share * N_SHADES))
    shown = fragment(element("b", cell.figure), element("small", cell.words))
    return element("td", _linked(cell.href, shown), class_=f"heat{shade}")


def _linked(href: str | None, content: Child) -> Child:
    return content if href is None else element("a", content, href=href)


def _unnamed(href: str | None, piece: Html) -> Html:
    """A piece that leads where its name does; the name is what is read."""
    if href is None:
        return piece
    return element("a", piece, href=href, tabindex=-1, aria_hidden="true")


# Pieces of SVG. What is across is in hundredths of the width, what is down in pixels.


def _picture(
    title: str, described: str, height: float, *pieces: Html, **more: str
) -> Html:
    # A picture with links in it is no picture to a screen reader.
    return _svg(
        height,
        element("title", title),
        element("desc", described),
        *pieces,
        **{"role": "img", **more},
    )


def _svg(height: float, *pieces: Html | None, **attributes: str) -> Html:
    return element("svg", *pieces, width="100%", height=_number(height), **attributes)


def _rect(x: float, y: float, width: float, height: float, shade: str) -> Html:
    return element(
        "rect",
        x=_share(x),
        y=_number(y),
        width=_share(width),
        height=_number(height),
        class_=shade,
    )


def _line(x1: float, y1: float, x2: float, y2: float, shade: str) -> Html:
    return element(
        "line",
        x1=_share(x1),
        y1=_number(y1),
        x2=_share(x2),
        y2=_number(y2),
        class_=shade,
    )


def _text(
    x: float, y: float, words: str, *, text_anchor: str = "middle", **more: str | float
) -> Html:
    return element(
        "text", words, x=_share(x), y=_number(y), text_anchor=text_anchor, **more
    )


def _share(part: float) -> str:
    return f"{_number(part)}%"


def _number(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _percent(share: float) -> str:
    if 0 < share < 0.005:
        return "<1%"
    return f"{share:.0%}"
