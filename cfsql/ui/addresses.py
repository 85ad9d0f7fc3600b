"""The addresses of pages: a table's name as a segment, parameters behind it."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote, urlencode


def address(
    table: str, page: str = "", parameters: Iterable[tuple[str, str]] = ()
) -> str:
    """The address of a page of a table."""
    query = urlencode(list(parameters))
    path = f"/t/{quote(segment(table), safe='')}" + (f"/{page}" if page else "")
    return f"{path}?{query}" if query else path


def segment(table: str) -> str:
    """A table's name as one segment of a path: a slash would end it."""
    written = table.replace("%", "%25").replace("/", "%2F")
    # A browser would follow . and .. to another path.
    return written.replace(".", "%2E") if table in (".", "..") else written


def table_name(segment: str) -> str:
    """The name of the table that a segment of a path stands for."""
    return segment.replace("%2E", ".").replace("%2F", "/").replace("%25", "%")
