"""What DuckDB says when a statement fails, as one line."""

from __future__ import annotations


def explain_error(error: BaseException) -> str:
    """What a DuckDB error says, with its hint and without its picture, in one line."""
    first, *rest = str(error).splitlines() or [type(error).__name__]
    hints = ("Did you mean", "Candidate bindings")
    return " ".join([first, *(line for line in rest if line.startswith(hints))])
