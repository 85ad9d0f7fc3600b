"""Values and columns for programs: as JSON, told apart, and as no formula."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from decimal import Decimal

from cfsql.controls import CONTROLS

# How a text begins that spreadsheets take for a formula, in any of their languages;
# and the numbers among these texts, which may stay.
FORMULA = "^[=+@\t\r\n＝＋－＠-]"
NUMBER = r"^[+-][0-9]+([.,][0-9]+)*([eE][+-]?[0-9]+)?%?$"


def not_formula(text: str) -> str:
    """The text with an apostrophe before what would be a formula."""
    is_formula = re.match(FORMULA, text) and not re.fullmatch(NUMBER, text)
    return f"'{text}" if is_formula else text


def told_apart(names: Iterable[str]) -> list[str]:
    """Names, each only once: x, x_1, x_2."""
    given = list(names)
    used: set[str] = set()
    found = []
    for name in given:
        number, apart = 0, name
        while apart in used or (number and apart in given):
            number += 1
            apart = f"{name}_{number}"
        used.add(apart)
        found.append(apart)
    return found


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
