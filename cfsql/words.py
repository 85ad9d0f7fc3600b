"""Words and numbers as a sentence has them."""

from __future__ import annotations

from collections.abc import Sequence


def said(value: str | None) -> str:
    """A value in a sentence."""
    if value is None:
        return "missing"
    return value if value.strip() else f"'{value}'"


def change(feature: str, from_value: str | None, to_value: str | None) -> str:
    """A change in words, as the column `explanation` has it: `feature: a → b`."""
    before, after = ("NULL" if v is None else v for v in (from_value, to_value))
    return f"{feature}: {before} → {after}"


def as_sentence(text: str) -> str:
    """A line with a capital at its beginning and a full stop at its end."""
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "?")) else ".")


def named(row_id: object) -> str:
    """A case by its row id, or without it."""
    return "another case" if row_id is None else f"row {row_id}"


def listing(parts: Sequence[str]) -> str:
    """Names with commas between them, and an `and` before the last."""
    if len(parts) <= 1:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def many(number: int, noun: str) -> str:
    """A number of things."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun}{'es' if noun.endswith('s') else 's'}"


def rows_or_parts(number: float) -> str:
    """A number of rows, of which some count in part."""
    rounded = round(number, 1)
    if not rounded and number:
        return "<0.1"
    return f"{rounded:,.0f}" if rounded == int(rounded) else f"{rounded:,.1f}"


def percent(part: float, whole: float) -> str:
    """A share in percent; a small share is never shown as 0, nor a large one as 100."""
    share = part / whole if whole else 0
    if 0 < share < 0.0005:
        return "<0.1%"
    if 0.9995 <= share < 1:
        return ">99.9%"
    return f"{share:.1%}"


def with_original(value: str | None, original: str | None) -> str | None:
    """An interval with the number in it; any other value unchanged."""
    if value is None or original is None or value == original:
        return value
    return f"{value} ({original})"
