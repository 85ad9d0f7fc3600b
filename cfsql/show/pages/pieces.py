"""What the sections of a page are made of: shares, lists and plain tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from cfsql.show.markup import Child, Html, element, fragment


class Links(Protocol):
    """Where the rows behind a figure are, for pages that have a database."""

    def rows(self, **wanted: object) -> str | None:
        """The address of the rows that are counted together in a figure."""
        ...

    def row(self, row_id: object) -> str | None:
        """The address of a row."""
        ...

    def pairs(self, **wanted: object) -> str | None:
        """The address of the pairs that are counted together in a figure."""
        ...


class NoLinks:
    """A page that stands for itself."""

    def rows(self, **wanted: object) -> str | None:
        """Nowhere."""
        return None

    def row(self, row_id: object) -> str | None:
        """Nowhere."""
        return None

    def pairs(self, **wanted: object) -> str | None:
        """Nowhere."""
        return None


NO_LINKS = NoLinks()


def linked(href: str | None, *content: Child) -> Html:
    """Something that leads somewhere, if there is an address."""
    return fragment(*content) if href is None else element("a", *content, href=href)


def separated(parts: Iterable[Child]) -> list[Child]:
    """Things with a comma between them."""
    found: list[Child] = []
    for part in parts:
        if found:
            found.append(", ")
        found.append(part)
    return found


def plain_table(
    head: Sequence[str], rows: Iterable[Sequence[Child]], *, n_words: int = 1
) -> Html:
    """A table whose first `n_words` columns are words, and the others numbers."""
    kinds = [None if place < n_words else "n" for place in range(len(head))]
    return element(
        "table",
        element(
            "thead",
            element(
                "tr",
                (
                    element("th", name, scope="col", class_=kind)
                    for name, kind in zip(head, kinds, strict=True)
                ),
            ),
        ),
        element(
            "tbody",
            (
                element(
                    "tr",
                    (
                        element("td", cell, class_=kind)
                        for cell, kind in zip(row, kinds, strict=True)
                    ),
                )
                for row in rows
            ),
        ),
        class_="plain",
    )


def in_numbers(head: Sequence[str], rows: Iterable[Sequence[Child]]) -> Html:
    """The figures of a chart as a table, one click away."""
    return element(
        "details",
        element("summary", "In numbers"),
        element("div", plain_table(head, rows), class_="scroll"),
    )
