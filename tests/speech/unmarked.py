"""Texts of a page that no language can translate: they were written, not said.

`marking` makes everything that is said stand between two signs. What a page shows
outside of them was not said.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from unittest import mock

from cfsql import speech

_OPEN, _CLOSE = "⟦⟧"

# Data, commands and sentences of the database are what they are.
_NOT_SAID = ("script", "style", "bdi", "code", "pre", "datalist")
_NOT_SAID_CLASSES = ("sentence", "null", "brand")
_SHOWN = ("alt", "aria-label", "placeholder", "title")
_VOID = ("br", "col", "img", "input", "link", "meta", "wbr")

# What is the same in every language.
_SAME = ("cfsql", "csv", "parquet", "excel", "sql", "p", "json")


@contextmanager
def marking() -> Iterator[None]:
    """Whatever is said here stands between signs."""

    def marked(template: str) -> str:
        return f"{_OPEN}{template}{_CLOSE}"

    told = speech._of_sql
    with (
        mock.patch.object(speech, "translation", marked),
        mock.patch.object(speech, "_of_sql", lambda name: marked(told(name))),
    ):
        yield


def unmarked(page: str) -> list[str]:
    """The texts that a page shows outside of the signs."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return [text for text in reader.found if not _is_same(text)]


def _is_same(text: str) -> bool:
    words = "".join(each if each.isalpha() else " " for each in text).split()
    return all(word.lower() in _SAME for word in words)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._depth = 0
        self._skipped: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        shown = [text or "" for name, text in attrs if self._is_shown(name)]
        self.found += ["".join(_outside(text, 0)[0]) for text in shown]
        classes = (given.get("class") or "").split()
        is_data = tag in _NOT_SAID or any(each in _NOT_SAID_CLASSES for each in classes)
        if tag not in _VOID and (self._skipped or is_data):
            self._skipped.append(tag)

    def _is_shown(self, name: str) -> bool:
        return name in _SHOWN or name.startswith("data-say")

    def handle_endtag(self, tag: str) -> None:
        if self._skipped:
            self._skipped.pop()

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            text, self._depth = _outside(data, self._depth)
            self.found.append(text)


def _outside(text: str, depth: int) -> tuple[str, int]:
    kept = []
    for sign in text:
        depth += (sign == _OPEN) - (sign == _CLOSE)
        if not depth and sign != _CLOSE:
            kept.append(sign)
    return "".join(kept), depth
