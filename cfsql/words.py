"""Words and numbers as a sentence has them."""

from __future__ import annotations

from collections.abc import Sequence


def said(value: str | None) -> str:
    """A value in a sentence."""
    if value is None:
        return "missing"
    return value if value.strip() else f"'{value}'"


def named(row_id: object) -> str:
    """A case by its row id, or without it."""
    return "another case" if row_id is None else f"row {row_id}"


def listing(parts: Sequence[str]) -> str:
    """Things one after the other, the last two with an `and`."""
    if len(parts) <= 1:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def many(number: int, noun: str) -> str:
    """A number of things."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun}{'es' if noun.endswith('s') else 's'}"
