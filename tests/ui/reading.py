"""How the tests open the explorer and read its pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from html.parser import HTMLParser

import httpx

from tests.support.ui_server import Served


@contextmanager
def opened(served: Served) -> Iterator[httpx.Client]:
    """A client that has opened the link, and followed it nowhere."""
    with httpx.Client(base_url=served.address, timeout=60) as client:
        client.get(served.link)
        yield client


def text(response: httpx.Response) -> str:
    """What a page says, without its marks."""
    bare = re.sub(r"<(script|style|title).*?</\1>", " ", response.text, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", "", bare)).split())


def tags(page: str) -> list[tuple[str, dict[str, str | None]]]:
    """The elements of a page, each with its attributes."""
    found: list[tuple[str, dict[str, str | None]]] = []

    class Parser(HTMLParser):
        def handle_starttag(
            self, tag: str, attrs: list[tuple[str, str | None]]
        ) -> None:
            found.append((tag, dict(attrs)))

    Parser().feed(page)
    return found
