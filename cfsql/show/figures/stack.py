"""The parts of a whole side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cfsql.show.figures.svg import picture, rect, svg
from cfsql.show.figures.tables import unnamed
from cfsql.show.markup import Html, element, fragment, linked

_STACK_HEIGHT = 30


@dataclass(frozen=True)
class Part:
    """A share of a whole; `shade` is the CSS class that colours it."""

    name: str
    share: float
    figure: str
    shade: str
    href: str | None = None


def stack(title: str, parts: Sequence[Part]) -> Html:
    """The parts of a whole side by side, over a legend."""
    shown = [part for part in parts if part.share > 0]
    pieces, at = [], 0.0
    for part in shown:
        width = 100 * part.share
        piece = rect(at, 0, width, _STACK_HEIGHT, part.shade)
        pieces.append(unnamed(part.href, piece))
        at += width
    described = ", ".join(f"{part.name}: {part.figure}" for part in shown)
    legend = (
        element(
            "li",
            svg(12, rect(0, 0, 100, 12, part.shade), class_="key", aria_hidden="true"),
            " ",
            linked(part.href, part.name),
            " ",
            element("b", part.figure),
        )
        for part in shown
    )
    return fragment(
        picture(
            title,
            described,
            _STACK_HEIGHT,
            *pieces,
            class_="stack",
            **({"role": "group"} if any(part.href for part in shown) else {}),
        ),
        element("ul", legend, class_="legend"),
    )
