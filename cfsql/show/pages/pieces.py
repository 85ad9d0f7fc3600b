"""Pieces of the sections of a page: links to rows, lists and plain tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from cfsql.show.markup import Child, Html, element, table
from cfsql.speech import say


class Links(Protocol):
    """Addresses of the rows behind a figure, for pages that have a database."""

    def rows(self, **figure: object) -> str | None:
        """The address of the rows that are counted together in a figure."""
        ...

    def row(self, row_id: object) -> str | None:
        """The address of a row."""
        ...

    def pairs(self, **figure: object) -> str | None:
        """The address of the pairs that are counted together in a figure."""
        ...


class NoLinks:
    """The links of a page without a database: none."""

    def rows(self, **figure: object) -> str | None:
        """No address."""
        return None

    def row(self, row_id: object) -> str | None:
        """No address."""
        return None

    def pairs(self, **figure: object) -> str | None:
        """No address."""
        return None


NO_LINKS = NoLinks()


def separated(parts: Iterable[Child]) -> list[Child]:
    """Things with a comma between them."""
    found: list[Child] = []
    for part in parts:
        if found:
            found.append(", ")
        found.append(part)
    return found


def shared_rows(numbers: Iterable[float]) -> str:
    """Why some of these numbers of rows are not whole, if some are not."""
    if all(round(number, 1) == round(number) for number in numbers):
        return ""
    return ". " + say(
        "Parts of rows: one with several best answers is shared among them"
    )


def plain_table(
    head: Sequence[str], rows: Iterable[Sequence[Child]], *, n_words: int = 1
) -> Html:
    """A table whose first `n_words` columns are words, and the others numbers."""
    kinds = [None if place < n_words else "n" for place in range(len(head))]
    return table(
        (
            element("th", name, scope="col", class_=kind)
            for name, kind in zip(head, kinds, strict=True)
        ),
        (
            (
                element("td", cell, class_=kind)
                for cell, kind in zip(row, kinds, strict=True)
            )
            for row in rows
        ),
        class_="plain",
    )


def in_numbers(head: Sequence[str], rows: Iterable[Sequence[Child]]) -> Html:
    """The figures of a chart as a table, one click away."""
    return element(
        "details",
        element("summary", say("In numbers")),
        element(
            "div",
            plain_table(head, rows),
            class_="scroll",
            tabindex=0,
            role="group",
            aria_label=say("In numbers"),
        ),
    )
