"""A page of a report, and what it consists of."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import cfsql


class Seen(HTMLParser):
    """What a page consists of."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: Counter[str] = Counter()
        self.attributes: set[str] = set()
        self.links: list[str | None] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.elements[tag] += 1
        self.attributes |= {name for name, _ in attrs}
        self.links += [text for name, text in attrs if name in ("href", "src")]
        if tag not in ("meta", "link", "br", "wbr", "img", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Note that it ends where it should."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note what can be read."""
        if not {"style", "script"} & set(self.open):
            self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).split())


def example_page(example_csv: Path, **options: Any) -> str:
    return cfsql.connect().load(example_csv, label=-1).rank(**options).report().html()
