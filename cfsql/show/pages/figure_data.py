"""The figures of a page, numbered: each has an address, and its data as CSV.

The data are those of the last table of a figure: the numbers behind a drawing stand
below it. They are read from the markup, so that they are what the page shows.
"""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser
from itertools import count
from urllib.parse import quote

from cfsql.cells import not_formula
from cfsql.show.markup import Html, element, fragment
from cfsql.speech import current, say

# The markup is ours, and what is in it of the data is escaped: this is found nowhere
# else, and figures are not in each other.
_FIGURE = re.compile(r"<figure>(<figcaption>)(.*?)</figure>", re.DOTALL)
_SPACES = re.compile("[ \\t\\r\\n]+")


class Figures:
    """The figures of one page, counted from 1 on."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def numbered(self, content: Html) -> Html:
        """A section with the figures in it numbered, and their data."""
        return Html(_FIGURE.sub(self._numbered, content))

    def _numbered(self, match: re.Match[str]) -> str:
        number, inside = next(self._numbers), match[2]
        anchor = f"figure-{number}"
        name = element("a", say("Figure {n}", n=number), href=f"#{anchor}")
        caption, end, rest = inside.partition("</figcaption>")
        opened = Html(f'<figure id="{anchor}">{match[1]}')
        data = table_text(inside)
        link = None
        if data:
            link = element(
                "a",
                "CSV",
                href=f"data:text/csv;charset=utf-8,{quote(data)}",
                download=f"{anchor}.csv",
                class_="data",
                aria_label=say("Data of figure {n} as CSV", n=number),
            )
        return fragment(
            *(opened, name, ". ", Html(caption), " ", link, Html(end), Html(rest)),
            Html("</figure>"),
        )


def table_text(markup: str) -> str:
    """The last table of a markup as CSV; nothing if it has none."""
    tables = _Tables()
    tables.feed(markup)
    tables.close()
    if not tables.found:
        return ""
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\r\n")
    lines.writerows(map(not_formula, row) for row in tables.found[-1])
    return written.getvalue()


def _plain(text: str) -> str:
    """A figure as programs read it, whatever the language; another text as it is."""
    own = current().language
    group, decimal = re.escape(own.thousands), re.escape(own.decimal)
    if not re.fullmatch(rf"-?\d{{1,3}}({group}\d{{3}})*({decimal}\d+)?", text):
        return text
    return text.replace(own.thousands, "").replace(own.decimal, ".")


class _Tables(HTMLParser):
    """The tables of a markup as lists of rows of texts; cells with drawings are out.

    Values of the data, which stand in <bdi>, are no figures. Of a matrix, cells have
    the number that is written small, and names have none.
    """

    def __init__(self) -> None:
        super().__init__()
        self.found: list[list[list[str]]] = []
        self._is_matrix = False
        self._is_data = False
        self._texts: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        class_ = dict(attrs).get("class")
        if tag == "table":
            self.found.append([])
            self._is_matrix = class_ == "matrix"
        elif tag == "tr":
            self.found[-1].append([])
        elif tag in ("th", "td") and class_ != "bar":
            self._is_data, self._texts = False, []
        elif tag == "bdi":
            self._is_data = True
        elif tag == "small" and self._is_matrix:
            if self.get_starttag_text() == "<small>":
                self._is_data, self._texts = False, []
            else:
                self._end_cell()

    def handle_endtag(self, tag: str) -> None:
        if tag in ("th", "td"):
            self._end_cell()

    def handle_data(self, data: str) -> None:
        if self._texts is not None:
            self._texts.append(data)

    def _end_cell(self) -> None:
        if self._texts is not None:
            text = _SPACES.sub(" ", "".join(self._texts)).strip(" ")
            self.found[-1][-1].append(text if self._is_data else _plain(text))
            self._texts = None
