"""Words and numbers as a sentence has them."""

from __future__ import annotations

from collections.abc import Sequence


def said(value: str | None) -> str:
    """A value in a sentence."""
    if value is None:
        return "missing"
    return value if value.strip() else f"'{value}'"


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


def with_original(value: str | None, original: str | None) -> str | None:
    """An interval with the number that is in it; any other value as it is."""
    if value is None or original is None or value == original:
        return value
    return f"{value} ({original})"
