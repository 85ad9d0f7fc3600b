"""Pieces of SVG: across in hundredths of the width, down in pixels."""

from __future__ import annotations

from cfsql.show.markup import Html, element


def picture(
    title: str, described: str, height: float, *pieces: Html, **more: str
) -> Html:
    """A drawing with its title and its figures in words.

    Give it the role of a group if there are links in it: a screen reader reads none
    in a picture.
    """
    return svg(
        height,
        element("title", title),
        element("desc", described),
        *pieces,
        **{"role": "img", **more},
    )


def svg(height: float, *pieces: Html | None, **attributes: str) -> Html:
    """A drawing as wide as the room that there is."""
    return element("svg", *pieces, width="100%", height=_number(height), **attributes)


def rect(x: float, y: float, width: float, height: float, shade: str) -> Html:
    """A box; its shade is a CSS class."""
    return element(
        "rect",
        x=share(x),
        y=_number(y),
        width=share(width),
        height=_number(height),
        class_=shade,
    )


def line(x1: float, y1: float, x2: float, y2: float, shade: str) -> Html:
    """A line; its shade is a CSS class."""
    return element(
        "line",
        x1=share(x1),
        y1=_number(y1),
        x2=share(x2),
        y2=_number(y2),
        class_=shade,
    )


def text(
    x: float, y: float, words: str, *, text_anchor: str = "middle", **more: str | float
) -> Html:
    """Words, by default in the middle over a place."""
    return element(
        "text", words, x=share(x), y=_number(y), text_anchor=text_anchor, **more
    )


def share(part: float) -> str:
    """A length in hundredths of the width."""
    return f"{_number(part)}%"


def _number(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
