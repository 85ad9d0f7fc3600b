"""A value as JSON: what it has no word for is null, or a text."""

from __future__ import annotations

import json
import math
from decimal import Decimal

from cfsql.controls import CONTROLS


def json_text(value: object, *, indent: int | None = None) -> str:
    """A value as JSON."""
    text = json.dumps(_plain(value), ensure_ascii=False, default=str, indent=indent)
    # JSON has a way to spell them, so that no terminal obeys them.
    return CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _plain(value: object) -> object:
    """The value with None for the floats that JSON has no word for.

    A decimal is a number, unless digits would be lost by whoever reads it.
    """
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Decimal):
        number = float(value)
        return number if Decimal(repr(number)) == value else str(value)
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {str(name): _plain(each) for name, each in value.items()}
    return value
