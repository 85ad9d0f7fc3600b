"""What DuckDB says when a statement fails, as one line."""

from __future__ import annotations

import re

_OF_DUCKDB = re.compile(r" Did you mean \"(pg_|duckdb_|sqlite_)\w+\"\?")


def explain_error(error: BaseException) -> str:
    """What a DuckDB error says, with its hint and without its picture, in one line."""
    first, *rest = str(error).splitlines() or [type(error).__name__]
    hints = ("Did you mean", "Candidate bindings")
    said = " ".join([first, *(line for line in rest if line.startswith(hints))])
    # Where no table is like the name, DuckDB offers one of its own.
    return _OF_DUCKDB.sub("", said)
