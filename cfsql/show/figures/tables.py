"""Tables of drawings: a name, a drawing and figures in each line; links; captions."""

from __future__ import annotations

from collections.abc import Sequence

from cfsql.show.markup import Child, Html, element, table


def captioned(caption: str, content: Html, below: Html | None = None) -> Html:
    """A chart under its caption; one too wide for a phone scrolls by itself.

    `below` are its numbers, if it does not have them itself.
    """
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
        below,
    )


def drawn_table(
    head: Sequence[str],
    axis: Html | None,
    rows: Sequence[tuple[Child, Html | None, Sequence[Child]]],
    *,
    class_: str,
) -> Html:
    """Lines of a name, a drawing and figures."""
    return table(
        (
            element("th", head[0], scope="col"),
            element("td", axis, class_="bar"),
            *(element("th", name, scope="col", class_="n") for name in head[1:]),
        ),
        (
            (
                element("th", element("span", name), scope="row"),
                element("td", drawing, class_="bar"),
                (element("td", figure, class_="n") for figure in figures),
            )
            for name, drawing, figures in rows
        ),
        class_=class_,
    )


def unnamed(href: str | None, piece: Html) -> Html:
    """A drawn link that a screen reader skips: the name beside it is a link too."""
    if href is None:
        return piece
    return element("a", piece, href=href, tabindex=-1, aria_hidden="true")
