"""A matrix whose cells are the darker the greater their share is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cfsql.show.markup import Child, Html, element, fragment, linked, table

# The shades of a heat matrix, from nothing to everything.
N_SHADES = 10


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
    return table(
        (
            element("th", corner, scope="col", class_="corner"),
            *(element("th", column, scope="col") for column in columns),
        ),
        (
            (element("th", name, scope="row"), map(_heat, line))
            for name, line in zip(rows, cells, strict=True)
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
    return element("td", linked(cell.href, shown), class_=f"heat{shade}")
